/** @module Requests and responses of the `coap` data channel (PROTOCOL.md section 5). */
import type { ContentFormat } from './content-format.ts';
import type { Method } from './method.ts';

/** A request as it was received or is to be sent. An empty payload is no payload, and then there is no format. */
export interface CoapRequest {
  requestId: string;
  method: Method;
  path: string;
  contentFormat?: ContentFormat;
  payload?: Uint8Array;
}

/** An answer with a status; 2.05 is 205. An empty payload is no payload, and then there is no format. */
export interface CoapResponse {
  requestId: string;
  statusCode: number;
  contentFormat?: ContentFormat;
  payload?: Uint8Array;
}

/** The answer of a deployed device that could not read the request: no status. */
export interface CoapErrorResponse {
  requestId: string;
  error: string;
}

/** The answer of this project's devices to a request that they cannot read. */
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
