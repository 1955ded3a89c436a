/** @module Calls the service's HTTP API. Errors are values with the service's own code and message. */

import type { ServiceApi } from './service-api.ts';

/** One operation, by method and path below `/api/v1`. */
export type Operation = keyof ServiceApi;

/** Its response. */
export type AnswerOf<O extends Operation> = ServiceApi[O]['answer'];

/** Its path parameters, query and body. */
export type GivenOf<O extends Operation> = Omit<ServiceApi[O], 'answer'>;

/** Why an operation failed. */
export type ApiProblem =
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** The service's own code, such as `ERR_NOT_FOUND`; docs/errors.md has them all. */
      readonly code: string;
      readonly message: string;
      readonly requestId: string;
      readonly retryAfterSeconds: number | undefined;
    }
  /** No response, or not in time. */
  | { readonly kind: 'unreachable' }
  /** The response does not come from such a service. */
  | { readonly kind: 'notService' }
  /** The caller cancelled it. */
  | { readonly kind: 'aborted' };

/** The result of an operation. */
export type ApiResult<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly problem: ApiProblem };

/** The input of an operation. */
export type Asked<O extends Operation> = GivenOf<O> & { readonly signal?: AbortSignal };

/** The argument of a request; optional if the operation has no required input. */
export type AskedArguments<O extends Operation> =
  object extends GivenOf<O> ? [asked?: Asked<O>] : [asked: Asked<O>];

/** Options of `Api`. */
export interface ApiOptions {
  /** The origin of the service; the page's own, because the session's cookie is sent only there. */
  readonly origin: string;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

/** Reason: longer than the ten seconds after which the service itself gives up. */
const TIMEOUT_MS = 15_000;

/** Imports and exports may take longer, as in the service. */
const TRANSFER_TIMEOUT_MS = 120_000;

const LINES_TYPE = 'application/x-ndjson';

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The API of one service. */
export class Api {
  readonly #origin: string;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number | undefined;

  constructor({ origin, fetch = globalThis.fetch.bind(globalThis), timeoutMs }: ApiOptions) {
    this.#origin = origin;
    this.#fetch = fetch;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a request and returns the response or what is wrong; it never throws because of the network or the service. */
  async ask<O extends Operation>(
    operation: O,
    ...[asked]: AskedArguments<O>
  ): Promise<ApiResult<AnswerOf<O>>> {
    const given: Given = asked ?? {};
    const [method = '', pattern = ''] = operation.split(' ', 2);
    const isTransfer = pattern === '/import' || pattern === '/export';
    const timeoutMs = this.#timeoutMs ?? (isTransfer ? TRANSFER_TIMEOUT_MS : TIMEOUT_MS);
    return await this.#answer(
      `/api/v1${pathOf(pattern, given)}`,
      { method, ...bodyOf(given.body) },
      {
        signal: given.signal,
        timeoutMs,
        read: readAnswer<AnswerOf<O>>,
      },
    );
  }

  /** The health of the service and of the parts it depends on, by name; needs no session. */
  async health(signal: AbortSignal): Promise<ApiResult<Readonly<Record<string, boolean>>>> {
    return await this.#answer(
      '/readyz',
      {},
      {
        signal,
        timeoutMs: this.#timeoutMs ?? TIMEOUT_MS,
        read: async (response) => partsOf(JSON.parse((await jsonOf(response)) ?? 'null')),
      },
    );
  }

  async #answer<T>(
    path: string,
    init: RequestInit,
    how: {
      readonly signal: AbortSignal | undefined;
      readonly timeoutMs: number;
      readonly read: (response: Response) => Promise<ApiResult<T>>;
    },
  ): Promise<ApiResult<T>> {
    const timeout = AbortSignal.timeout(how.timeoutMs);
    const signal = how.signal === undefined ? timeout : AbortSignal.any([how.signal, timeout]);
    try {
      const response = await this.#fetch(new URL(path, this.#origin), {
        ...init,
        credentials: 'same-origin',
        cache: 'no-store',
        signal,
      });
      return await how.read(response);
    } catch {
      // fetch reports no more than that there is no response: a page must not learn why
      return failed(how.signal?.aborted === true ? { kind: 'aborted' } : { kind: 'unreachable' });
    }
  }
}

/** A failed result. */
export function failed(problem: ApiProblem): { readonly isDone: false; readonly problem: ApiProblem } {
  return { isDone: false, problem };
}

function pathOf(pattern: string, { path = {}, query = {} }: Given): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? filled : `${filled}?${given.toString()}`;
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body, headers: { 'content-type': LINES_TYPE } };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/**
 * Types the response as the service's OpenAPI document describes it, without validating it: it comes from the origin of this page, and a
 * test compares the types with the document.
 */
async function readAnswer<T>(response: Response): Promise<ApiResult<T>> {
  const json = await jsonOf(response);
  if (!response.ok) return failed(problemOf(response, json === undefined ? undefined : JSON.parse(json)));
  if (json === undefined) return failed({ kind: 'notService' });
  const value: T = JSON.parse(json);
  return { isDone: true, value };
}

/** The body as JSON text: `null` if there is none, JSON lines as one string; `undefined` for anything that such a service does not send. */
async function jsonOf(response: Response): Promise<string | undefined> {
  if (response.status === 204) return 'null';
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(LINES_TYPE)) return JSON.stringify(await response.text());
  return type.startsWith('application/json') ? await response.text() : undefined;
}

function problemOf(response: Response, body: unknown): ApiProblem {
  const { error: inner, requestId } = fieldsOf(body);
  const error = fieldsOf(inner);
  const { code, message } = error;
  if (typeof code !== 'string' || typeof message !== 'string') {
    // a proxy sends its own error page while the service is down
    return response.status >= 500 ? { kind: 'unreachable' } : { kind: 'notService' };
  }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refused',
    status: response.status,
    code,
    message,
    requestId: typeof requestId === 'string' ? requestId : '',
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}

function partsOf(body: unknown): ApiResult<Readonly<Record<string, boolean>>> {
  const parts = fieldsOf(body)['parts'];
  if (parts === undefined) return failed({ kind: 'notService' });
  return {
    isDone: true,
    value: Object.fromEntries(Object.entries(fieldsOf(parts)).map(([name, state]) => [name, state === 'ok'])),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
