/** @module Reduces an answer to what its client wants (RFC 7252 sections 5.10.4 and 5.10.6). */
import { equalBytes } from '@longwire/protocol';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import type { BinaryRequest } from './read-request.ts';

/** A version that the client has is not sent again (2.03), and a GET in another content format than it accepts is a 4.06. */
export function conditional({ incoming }: BinaryRequest, response: CoapResponse): CoapResponse {
  const { method, etags = [], accept } = incoming;
  const { statusCode, etag, payload, contentFormat } = response;
  if (method !== 'GET' || statusCode !== 205) return response;
  if (accept !== undefined && payload !== undefined && contentFormat !== accept)
    return textResponse(406, 'Not acceptable');
  const isKnown = etag !== undefined && etags.some((one) => equalBytes(one, etag));
  return isKnown ? { statusCode: 203, etag } : response;
}
