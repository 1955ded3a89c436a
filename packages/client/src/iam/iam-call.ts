/** @module One request about users, pairing or settings, and its expected status. */
import type { CborValue, Method } from '@longwire/protocol';
import { ContentFormat } from '@longwire/protocol/base';
import { parseStringList } from '@longwire/protocol/iam';
import { diagnosticOf, StatusError } from '../shared.ts';
import { CBOR } from '../request/cbor-part.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, Requester, RequestOptions } from '../request/request-options.ts';

/** The statuses of successful answers. */
export const Status = { created: 201, deleted: 202, changed: 204, content: 205 } as const;

/** Creates the error for an unexpected status. */
export type FailWith = (statusCode: number, diagnostic: string | undefined) => StatusError;

/** The errors with their own message. */
export const Fail: Readonly<
  Record<'createUser' | 'setPassword' | 'setRole' | 'getUser' | 'getRoles', FailWith>
> = {
  createUser: (statusCode, diagnostic) => StatusError.createUser(statusCode, diagnostic),
  setPassword: (statusCode, diagnostic) => StatusError.setPassword(statusCode, diagnostic),
  setRole: (statusCode, diagnostic) => StatusError.setRole(statusCode, diagnostic),
  getUser: (statusCode, diagnostic) => StatusError.getUser(statusCode, diagnostic),
  getRoles: (statusCode, diagnostic) => StatusError.getRoles(statusCode, diagnostic),
};

/** A request of PROTOCOL.md section 8. */
export interface IamCall {
  readonly method: Method;
  readonly path: string;
  /** Sent as CBOR; no payload when undefined. */
  readonly body?: CborValue | undefined;
  readonly expected: number;
  /** Creates the error for any other status. */
  readonly fail: FailWith;
}

/** Sends requests of PROTOCOL.md section 8. */
export type IamCaller = (call: IamCall, options: CallOptions) => Promise<DeviceResponse>;

/** Creates the caller for a requester. */
export function createIamCaller(request: Requester): IamCaller {
  return async ({ method, path, body, expected, fail }, { signal, timeoutMs }) => {
    const content = body === undefined ? {} : await contentOf(body);
    const response = await request(method, path, { ...content, signal, timeoutMs });
    if (response.statusCode !== expected) throw fail(response.statusCode, diagnosticOf(response));
    return response;
  };
}

async function contentOf(body: CborValue): Promise<Pick<RequestOptions, 'payload' | 'contentFormat'>> {
  const { encodeCbor } = CBOR.loaded ?? (await CBOR.load());
  return { payload: encodeCbor(body), contentFormat: ContentFormat.cbor };
}

/** The error of a request without a message of its own; `verbPhrase` is for example `list users`. */
export function failTo(verbPhrase: string): FailWith {
  return (statusCode, diagnostic) => StatusError.iamRequest(verbPhrase, statusCode, diagnostic);
}

/** Gets what a device has at a path. */
export async function get(
  call: IamCaller,
  { path, fail }: Pick<IamCall, 'path' | 'fail'>,
  options: CallOptions,
): Promise<DeviceResponse> {
  return call({ method: 'GET', path, expected: Status.content, fail }, options);
}

/** Gets a list of names; some deployed devices send an empty payload, which means an empty list. */
export async function getList(
  call: IamCaller,
  what: Pick<IamCall, 'path' | 'fail'>,
  options: CallOptions,
): Promise<string[]> {
  const response = await get(call, what, options);
  return response.payload === undefined ? [] : parseStringList(await response.cbor());
}
