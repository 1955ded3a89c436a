/** @module The resources of a fake device, by method and path. */
import { encodeResponse, parseRequest, utf8Encode, type CoapRequest } from '@longwire/protocol';

/** An answer of a fake resource. */
export interface FakeAnswer {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
  /** Sent with `coap-ws/1` only. */
  readonly etag?: Uint8Array;
}

/** Answers one request; never answers when undefined. What it throws is a 500, as on a device. */
export type FakeHandler = (request: CoapRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>;

const NOT_FOUND: FakeAnswer = {
  statusCode: 404,
  contentFormat: 0,
  payload: utf8Encode('Resource not found'),
};

const INTERNAL_ERROR: FakeAnswer = {
  statusCode: 500,
  contentFormat: 0,
  payload: utf8Encode('Internal error'),
};

/** Handlers, and a record of the requests. */
export class FakeResources {
  /** Every request that could be parsed, in order. */
  readonly requests: CoapRequest[] = [];
  /** What handlers threw, in order. */
  readonly errors: unknown[] = [];
  /** The paths that can be observed with `coap-ws/1`. */
  readonly observable: Set<string> = new Set();
  /** The answer to a request without a handler. */
  otherwise: FakeHandler = () => NOT_FOUND;
  readonly #handlers = new Map<string, FakeHandler>();

  /**
   * Sets the handler of a request, for example `GET /iam/me`. With `coap-ws/1` it also answers its path with arguments, which are part of
   * `request.path`; in JSON the arguments belong to the name, as in `GET /picture?width=640`.
   */
  on(methodAndPath: string, handler: FakeHandler | FakeAnswer): void {
    this.#handlers.set(methodAndPath, typeof handler === 'function' ? handler : () => handler);
  }

  /** Answers one message of the channel in the format of deployed devices; undefined when they do not answer. */
  async answer(text: string): Promise<string | undefined> {
    const parsed = parseRequest(text);
    if (!parsed.ok) {
      if (parsed.ignore) return undefined;
      const { error, requestId } = parsed;
      return JSON.stringify({ error, requestId, type: 1 });
    }
    const request = parsed.value;
    const answer = await this.handle(request);
    return answer === undefined ? undefined : encodeResponse({ requestId: request.requestId, ...answer });
  }

  /** Answers one request by the handler of its whole path, else by that of `resource`, its path without arguments. */
  async handle(request: CoapRequest, resource: string = request.path): Promise<FakeAnswer | undefined> {
    this.requests.push(request);
    const { method, path } = request;
    const handler = this.#handlers.get(`${method} ${path}`) ?? this.#handlers.get(`${method} ${resource}`);
    try {
      return await (handler ?? this.otherwise)(request);
    } catch (error) {
      this.errors.push(error);
      return INTERNAL_ERROR;
    }
  }
}
