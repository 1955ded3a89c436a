/** @module Reads a request of the JSON framing, on the device (PROTOCOL.md section 5). */
import { CoapType, type CoapRequest } from './coap-message.ts';
import { ContentFormat } from './content-format.ts';
import { METHODS } from './method.ts';
import { parseWithBytes, type WireMessage } from './parse-with-bytes.ts';
import { isContentFormat } from './payload.ts';

/** A request; or the error to answer with; or, with `ignore`, something that no answer can be given to. */
export type ParsedRequest =
  | { ok: true; value: CoapRequest }
  | { ok: false; ignore?: false; requestId: string; error: string }
  | { ok: false; ignore: true; reason: string };

/** Reads one text message; never throws. Any string is taken as a path: an unknown one is the router's to answer. */
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
  if (typeof requestId !== 'string') return { ok: false, requestId: '', error: 'Invalid request id' };
  const method = METHODS.find((name) => name === message['method']);
  if (method === undefined) return { ok: false, requestId, error: 'Invalid method' };
  if (typeof path !== 'string') return { ok: false, requestId, error: 'Invalid path' };
  const body = parseBody(wire);
  return body.ok
    ? { ok: true, value: { requestId, method, path, ...body.value } }
    : { ok: false, requestId, error: body.error };
}

type ParsedBody =
  | { ok: true; value: Pick<CoapRequest, 'contentFormat' | 'payload'> }
  | { ok: false; error: string };

function parseBody(wire: WireMessage): ParsedBody {
  const message = wire.fields;
  if (message['payload'] == null) return { ok: true, value: {} };
  const payload = wire.payload();
  if (payload === undefined) return { ok: false, error: 'Invalid payload' };
  if (payload.length === 0) return { ok: true, value: {} };
  const contentFormat = message['contentType'] ?? ContentFormat.text;
  if (!isContentFormat(contentFormat)) return { ok: false, error: 'Invalid content type' };
  return { ok: true, value: { contentFormat, payload } };
}
