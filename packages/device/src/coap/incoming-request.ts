/** @module A request before its route is known, in whichever framing it came. */
import type { CoapRequest } from '@longwire/protocol';

/** What a request says besides where it goes and what it carries; the JSON framing has no words for any of it. */
export interface RequestConditions {
  /** The arguments of the query. */
  readonly query: URLSearchParams;
  /** What the client has already: one of these need not be sent again. */
  readonly etags: readonly Uint8Array[];
  /** Only if the resource is one of these; an empty one is any. */
  readonly ifMatch: readonly Uint8Array[];
  /** Only if there is no such resource. */
  readonly ifNoneMatch: boolean;
  /** The content format of the answer that the client wants. */
  readonly accept: number | undefined;
}

/** A request as a {@link RequestHandler} takes it. */
export type IncomingRequest = Omit<CoapRequest, 'requestId'> & Partial<RequestConditions>;
