/** @module Requests and responses of the `coap` data channel (PROTOCOL.md section 5). */
import type { ContentFormat } from './content-format.ts';
import type { Method } from './method.ts';

/** A received request, or one to be sent. An empty payload counts as none, and then has no format. */
export interface CoapRequest {
  requestId: string;
  method: Method;
  path: string;
  contentFormat?: ContentFormat;
  payload?: Uint8Array;
}

/** A response with a status; 2.05 is 205. An empty payload counts as none, and then has no format. */
export interface CoapResponse {
  requestId: string;
  statusCode: number;
  contentFormat?: ContentFormat;
  payload?: Uint8Array;
}

/** The response of a deployed device that could not read the request: it has no status. */
export interface CoapErrorResponse {
  requestId: string;
  error: string;
}

/** The response of this project's devices to a request that they cannot read. */
export interface CoapRefusal extends CoapErrorResponse {
  statusCode: number;
}

/** The `type` of a message on the channel. */
export const CoapType = { request: 0, response: 1 } as const;

/**
 * Longest text message that is read, in characters. Reason: four times the 256 KiB that a data channel message
 * may have between today's implementations.
 */
export const MAX_COAP_TEXT_LENGTH: number = 1024 * 1024;
