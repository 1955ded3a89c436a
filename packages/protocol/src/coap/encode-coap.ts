/** @module Encodes requests and responses of the JSON framing (PROTOCOL.md section 5). */
import { utf8Encode } from '../bytes/utf8.ts';
import { formatByteList } from './byte-list.ts';
import { CoapType } from './coap-message.ts';
import type { CoapRefusal, CoapRequest, CoapResponse } from './coap-message.ts';
import { ContentFormat } from './content-format.ts';

/** Encodes a request; a content format is sent if and only if it has a payload. */
export function encodeRequest({ requestId, method, path, contentFormat, payload }: CoapRequest): string {
  const head = JSON.stringify({ type: CoapType.request, requestId, method, path });
  if (payload === undefined || payload.length === 0) return head;
  const format = JSON.stringify(contentFormat ?? ContentFormat.text);
  const list = formatByteList(payload);
  return `${head.slice(0, -1)},"contentType":${format},"payload":{"type":"Buffer","data":${list}}}`;
}

/** Encodes a response as deployed devices do: always with content type and payload, 0 and `[]` if empty. */
export function encodeResponse({ requestId, statusCode, contentFormat, payload }: CoapResponse): string {
  const hasPayload = payload !== undefined && payload.length > 0;
  const format = JSON.stringify(hasPayload ? (contentFormat ?? ContentFormat.text) : ContentFormat.text);
  const list = hasPayload ? formatByteList(payload) : '[]';
  const rest = JSON.stringify({ requestId, statusCode, type: CoapType.response });
  return `{"contentType":${format},"payload":${list},${rest.slice(1)}`;
}

/** Encodes the response to an unreadable request: an ordinary response with the additional `error` key of deployed devices. */
export function encodeErrorResponse({ requestId, statusCode, error }: CoapRefusal): string {
  const list = formatByteList(utf8Encode(error));
  const rest = JSON.stringify({ requestId, statusCode, type: CoapType.response });
  return `{"contentType":${ContentFormat.text},"error":${JSON.stringify(error)},"payload":${list},${rest.slice(1)}`;
}
