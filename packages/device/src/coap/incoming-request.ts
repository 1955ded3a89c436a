/** @module A request before its route is known, in either framing. */
import type { CoapRequest } from '@longwire/protocol';

/** The options of a request that the JSON framing does not have. */
export interface RequestConditions {
  /** The query parameters. */
  readonly query: URLSearchParams;
  /** ETags that the client already has: these versions are not sent again. */
  readonly etags: readonly Uint8Array[];
  /** Serve only if the resource has one of these ETags; an empty one matches any version. */
  readonly ifMatch: readonly Uint8Array[];
  /** Serve only if the resource does not exist. */
  readonly ifNoneMatch: boolean;
  /** The content format that the client accepts. */
  readonly accept: number | undefined;
}

/** A request as a {@link RequestHandler} receives it. */
export type IncomingRequest = Omit<CoapRequest, 'requestId'> & Partial<RequestConditions>;
