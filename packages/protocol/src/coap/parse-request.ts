/** @module Parses a request of the JSON framing, on the device (PROTOCOL.md section 5). */
import { CoapType, type CoapRefusal, type CoapRequest } from './coap-message.ts';
import { ContentFormat } from './content-format.ts';
import { isJsonObject } from '../json/parse-json.ts';
import { METHODS } from './method.ts';
import { parseWithBytes, type WireMessage } from './parse-with-bytes.ts';
import { isContentFormat } from './payload.ts';

/** A request; or the error to answer with; or, with `ignore`, a message that cannot be answered. */
export type ParsedRequest =
  | { ok: true; value: CoapRequest }
  | ({ ok: false; ignore?: false } & CoapRefusal)
  | { ok: false; ignore: true; reason: string };

/** 4.00 and 4.05 (RFC 7252 section 5.9.2). */
const [BAD_REQUEST, METHOD_NOT_ALLOWED] = [400, 405];

/** Parses one text message; never throws. Any string is accepted as a path: the router answers unknown ones. */
export function parseRequest(text: string): ParsedRequest {
  const json = parseWithBytes(text);
  if (!json.ok) return { ok: false, ignore: true, reason: json.reason };
  if (json.value.fields['type'] !== CoapType.request) {
    return { ok: false, ignore: true, reason: 'not a request' };
  }
  return parseFields(json.value);
}

function parseFields(wire: WireMessage): ParsedRequest {
  const message = wire.fields;
  const { requestId, path } = { requestId: message['requestId'], path: message['path'] };
  if (typeof requestId !== 'string') return refused('', 'Invalid request id');
  const method = METHODS.find((name) => name === message['method']);
  if (method === undefined) return refused(requestId, 'Invalid method', METHOD_NOT_ALLOWED);
  if (typeof path !== 'string') return refused(requestId, 'Invalid path');
  const body = parseBody(wire);
  return body.ok
    ? { ok: true, value: { requestId, method, path, ...body.value } }
    : refused(requestId, body.error);
}

function refused(requestId: string, error: string, statusCode: number = BAD_REQUEST): ParsedRequest {
  return { ok: false, requestId, statusCode, error };
}

type ParsedBody =
  | { ok: true; value: Pick<CoapRequest, 'contentFormat' | 'payload'> }
  | { ok: false; error: string };

function parseBody(wire: WireMessage): ParsedBody {
  const message = wire.fields;
  if (message['payload'] == null || isEmptyObject(message['payload'])) return { ok: true, value: {} };
  const payload = wire.payload();
  if (payload === undefined) return { ok: false, error: 'Invalid payload' };
  if (payload.length === 0) return { ok: true, value: {} };
  const contentFormat = message['contentType'] ?? ContentFormat.text;
  if (!isContentFormat(contentFormat)) return { ok: false, error: 'Invalid content type' };
  return { ok: true, value: { contentFormat, payload } };
}

/** What `JSON.stringify` makes of a buffer in deployed clients; deployed devices treat it as no payload. */
function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
