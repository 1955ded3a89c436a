/** @module Writes requests and responses of the JSON framing (PROTOCOL.md section 5). */
import { CoapType } from './coap-message.ts';
import type { CoapErrorResponse, CoapRequest, CoapResponse } from './coap-message.ts';
import { ContentFormat } from './content-format.ts';

/** Writes a request; a content format is sent if and only if there is a payload. */
export function encodeRequest({ requestId, method, path, contentFormat, payload }: CoapRequest): string {
  const head = { type: CoapType.request, requestId, method, path };
  if (payload === undefined || payload.length === 0) return JSON.stringify(head);
  return JSON.stringify({
    ...head,
    contentType: contentFormat ?? ContentFormat.text,
    payload: { type: 'Buffer', data: Array.from(payload) },
  });
}

/** Writes a response as deployed devices do: content type and payload always, 0 and `[]` where there is none. */
export function encodeResponse({ requestId, statusCode, contentFormat, payload }: CoapResponse): string {
  const hasPayload = payload !== undefined && payload.length > 0;
  return JSON.stringify({
    contentType: hasPayload ? (contentFormat ?? ContentFormat.text) : ContentFormat.text,
    payload: hasPayload ? Array.from(payload) : [],
    requestId,
    statusCode,
    type: CoapType.response,
  });
}

/** Writes the answer to a request that could not be read. */
export function encodeErrorResponse({ requestId, error }: CoapErrorResponse): string {
  return JSON.stringify({ error, requestId, type: CoapType.response });
}
