/** @module A request as a handler sees it. */
import {
  equalBytes,
  utf8Decode,
  type CborValue,
  type CoapRequest,
  type Method,
  type User,
} from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { HandlerError } from './handler-error.ts';
import type { RequestConditions } from './incoming-request.ts';

/** The values of a route's `:names` when its pattern is not known at compile time. */
export type AnyParams = Readonly<Record<string, string>>;

/** Fields of a {@link DeviceRequest}. */
export interface DeviceRequestOptions<Params, Body> {
  readonly request: Pick<CoapRequest, 'method' | 'path'> & {
    readonly contentFormat?: number | undefined;
    readonly payload?: Uint8Array | undefined;
  } & Partial<RequestConditions>;
  readonly params: Params;
  readonly body: Body;
  readonly session: SessionIdentity;
  readonly user: User | undefined;
  readonly signal: AbortSignal;
}

/** One request: its path, its payload and its sender. */
export class DeviceRequest<Params = AnyParams, Body = unknown> implements RequestConditions {
  readonly method: Method;
  readonly path: string;
  /** The values of the route's `:names`, exactly as in the path: nothing is percent-decoded. */
  readonly params: Params;
  /** The payload as parsed by the route's `body` schema; undefined for a route without one. */
  readonly body: Body;
  readonly contentFormat: number | undefined;
  readonly payload: Uint8Array | undefined;
  /** The query parameters; empty in the JSON framing, where they are part of the path. */
  readonly query: URLSearchParams;
  readonly etags: readonly Uint8Array[];
  readonly ifMatch: readonly Uint8Array[];
  readonly ifNoneMatch: boolean;
  readonly accept: number | undefined;
  readonly session: SessionIdentity;
  /** The user of the connection; undefined for an anonymous one. */
  readonly user: User | undefined;
  /** Aborted when the handler has exceeded its time limit. */
  readonly signal: AbortSignal;

  constructor({ request, params, body, session, user, signal }: DeviceRequestOptions<Params, Body>) {
    this.method = request.method;
    this.path = request.path;
    this.params = params;
    this.body = body;
    this.contentFormat = request.contentFormat;
    this.payload = request.payload;
    this.query = request.query ?? new URLSearchParams();
    this.etags = request.etags ?? [];
    this.ifMatch = request.ifMatch ?? [];
    this.ifNoneMatch = request.ifNoneMatch ?? false;
    this.accept = request.accept;
    this.session = session;
    this.user = user;
    this.signal = signal;
  }

  /**
   * Checks If-Match and If-None-Match (RFC 7252 section 5.10.8) against the current ETag of the resource, undefined if it does not
   * exist. @throws HandlerError 412 when a condition fails.
   */
  checkEtag(etag: Uint8Array | undefined): void {
    const isMeant =
      this.ifMatch.length === 0 ||
      (etag !== undefined && this.ifMatch.some((one) => one.length === 0 || equalBytes(one, etag)));
    if (!isMeant || (this.ifNoneMatch && etag !== undefined)) throw HandlerError.preconditionFailed();
  }

  /** The payload as text; empty when there is none. */
  text(): string {
    return this.payload === undefined ? '' : utf8Decode(this.payload);
  }

  /** The payload as JSON. @throws HandlerError 400 when it is not JSON. */
  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch (cause) {
      throw HandlerError.badRequest('Bad request', { cause });
    }
  }

  /** The payload as CBOR. @throws HandlerError 400 when it is not CBOR. */
  cbor(): CborValue {
    try {
      return decodeCbor(this.payload ?? new Uint8Array(0));
    } catch (cause) {
      throw HandlerError.badRequest('Bad request', { cause });
    }
  }
}
