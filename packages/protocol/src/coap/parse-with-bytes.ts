/** @module A message with its byte list read apart: JSON.parse sees the rest, with an empty list in its place. */
import type { Parsed } from '../parsed.ts';
import { parseJsonObject, type JsonObject } from '../json/parse-json.ts';
import { MIN_SCANNED_LENGTH, scanByteList } from './byte-list.ts';
import { MAX_COAP_TEXT_LENGTH } from './coap-message.ts';
import { bytesFromWire } from './payload.ts';

/** A message of the channel; `payload` reads what stands at that key, undefined where it is no list of bytes. */
export interface WireMessage {
  readonly fields: JsonObject;
  payload(): Uint8Array | undefined;
}

/** How devices begin an answer (PROTOCOL.md section 5), ours included. */
const RESPONSE_HEAD = /^\{"contentType":\d{1,5},"payload":\[/u;

/** A key that would count instead of the first, or a backslash that could hide one. */
const SECOND_PAYLOAD = /payload|\\/u;

/** How requests end whose last key is the payload: that of the outermost object, since two braces end the text. */
const REQUEST_LIST = ',"payload":{"type":"Buffer","data":[';
const REQUEST_TAIL = ']}}';

/**
 * Reads one text message; never throws. The usual forms of an answer and of a request are read without an array of numbers, and
 * exactly as strictly: everything outside of the digits goes through JSON.parse, and so does any other form.
 */
export function parseWithBytes(text: string): Parsed<WireMessage> {
  if (text.length > MIN_SCANNED_LENGTH && text.length <= MAX_COAP_TEXT_LENGTH) {
    const list = text.endsWith(REQUEST_TAIL) ? listOfRequest(text) : listOfResponse(text);
    const bytes = list && scanByteList(text, list.start, list.end);
    if (list && bytes) {
      const rest = parseJsonObject(text.slice(0, list.start) + text.slice(list.end), MAX_COAP_TEXT_LENGTH);
      return rest.ok ? { ok: true, value: { fields: rest.value, payload: () => bytes } } : rest;
    }
  }
  const whole = parseJsonObject(text, MAX_COAP_TEXT_LENGTH);
  if (!whole.ok) return whole;
  return { ok: true, value: { fields: whole.value, payload: () => bytesFromWire(whole.value['payload']) } };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A quote inside a text is escaped, so that the sequence never stands in one. */
function listOfRequest(text: string): Place | undefined {
  const at = text.indexOf(REQUEST_LIST);
  return at < 0 ? undefined : { start: at + REQUEST_LIST.length, end: text.length - REQUEST_TAIL.length };
}

function listOfResponse(text: string): Place | undefined {
  const start = RESPONSE_HEAD.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = text.indexOf(']', start);
  return end < 0 || SECOND_PAYLOAD.test(text.slice(end)) ? undefined : { start, end };
}
