/** @module Parses a response of the JSON framing, on the client (PROTOCOL.md section 5). */
import { CoapType } from './coap-message.ts';
import type { CoapErrorResponse, CoapResponse } from './coap-message.ts';
import { parseWithBytes, type WireMessage } from './parse-with-bytes.ts';
import { isContentFormat } from './payload.ts';

/** A response. If it cannot be read, `requestId` identifies the request to fail, if known. */
export type ParsedResponse =
  | { ok: true; value: CoapResponse | CoapErrorResponse }
  | { ok: false; reason: string; requestId?: string };

/** Parses one text message; never throws. */
export function parseResponse(text: string): ParsedResponse {
  const json = parseWithBytes(text);
  if (!json.ok) return json;
  const { fields } = json.value;
  if (fields['type'] !== CoapType.response) return { ok: false, reason: 'not a response' };
  const requestId = fields['requestId'];
  if (typeof requestId !== 'string') return { ok: false, reason: 'response with a wrong requestId' };
  return parseAnswer(json.value, requestId);
}

function parseAnswer(wire: WireMessage, requestId: string): ParsedResponse {
  const message = wire.fields;
  const { statusCode, error } = { statusCode: message['statusCode'], error: message['error'] };
  if (statusCode == null && typeof error === 'string') return { ok: true, value: { requestId, error } };
  if (!isStatusCode(statusCode)) {
    return { ok: false, reason: 'response with a wrong statusCode', requestId };
  }
  if (message['payload'] == null) return { ok: true, value: { requestId, statusCode } };
  const payload = wire.payload();
  if (payload === undefined) return { ok: false, reason: 'response with a wrong payload', requestId };
  if (payload.length === 0) return { ok: true, value: { requestId, statusCode } };
  const contentFormat = message['contentType'];
  const format = isContentFormat(contentFormat) ? { contentFormat } : {};
  return { ok: true, value: { requestId, statusCode, payload, ...format } };
}

function isStatusCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}
