/** @module Reads a response of the JSON framing, on the client (PROTOCOL.md section 5). */
import { parseJsonObject, type JsonObject } from '../json/parse-json.ts';
import { CoapType, MAX_COAP_TEXT_LENGTH } from './coap-message.ts';
import type { CoapErrorResponse, CoapResponse } from './coap-message.ts';
import { bytesFromWire, isContentFormat } from './payload.ts';

/** A response; where there is none, `requestId` names the request that can be failed at once, if it is known. */
export type ParsedResponse =
  | { ok: true; value: CoapResponse | CoapErrorResponse }
  | { ok: false; reason: string; requestId?: string };

/** Reads one text message; never throws. */
export function parseResponse(text: string): ParsedResponse {
  const json = parseJsonObject(text, MAX_COAP_TEXT_LENGTH);
  if (!json.ok) return json;
  if (json.value['type'] !== CoapType.response) return { ok: false, reason: 'not a response' };
  const requestId = json.value['requestId'];
  if (typeof requestId !== 'string') return { ok: false, reason: 'response with a wrong requestId' };
  return parseAnswer(json.value, requestId);
}

function parseAnswer(message: JsonObject, requestId: string): ParsedResponse {
  const { statusCode, error } = { statusCode: message['statusCode'], error: message['error'] };
  if (statusCode == null && typeof error === 'string') return { ok: true, value: { requestId, error } };
  if (!isStatusCode(statusCode)) {
    return { ok: false, reason: 'response with a wrong statusCode', requestId };
  }
  if (message['payload'] == null) return { ok: true, value: { requestId, statusCode } };
  const payload = bytesFromWire(message['payload']);
  if (payload === undefined) return { ok: false, reason: 'response with a wrong payload', requestId };
  if (payload.length === 0) return { ok: true, value: { requestId, statusCode } };
  const contentFormat = message['contentType'];
  const format = isContentFormat(contentFormat) ? { contentFormat } : {};
  return { ok: true, value: { requestId, statusCode, payload, ...format } };
}

function isStatusCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}
