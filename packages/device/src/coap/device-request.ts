/** @module A request as a handler sees it. */
import {
  decodeCbor,
  utf8Decode,
  type CborValue,
  type CoapRequest,
  type Method,
  type User,
} from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { HandlerError } from './handler-error.ts';

/** What a {@link DeviceRequest} is made from. */
export interface DeviceRequestOptions {
  readonly request: CoapRequest;
  readonly params: Readonly<Record<string, string>>;
  readonly session: SessionIdentity;
  readonly user: User | undefined;
  readonly signal: AbortSignal;
}

/** One request: where it goes, what it carries and who asks. */
export class DeviceRequest {
  readonly method: Method;
  readonly path: string;
  /** The values of the route's `:names`, exactly as they stand in the path: nothing is percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly contentFormat: number | undefined;
  readonly payload: Uint8Array | undefined;
  readonly session: SessionIdentity;
  /** The user behind the connection, if it is one. */
  readonly user: User | undefined;
  /** Aborted when the handler has used up its time. */
  readonly signal: AbortSignal;

  constructor({ request, params, session, user, signal }: DeviceRequestOptions) {
    this.method = request.method;
    this.path = request.path;
    this.params = params;
    this.contentFormat = request.contentFormat;
    this.payload = request.payload;
    this.session = session;
    this.user = user;
    this.signal = signal;
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
