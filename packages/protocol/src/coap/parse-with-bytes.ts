/** @module Parses a message with its byte list apart: JSON.parse sees the rest, with an empty list in its place. */
import type { Parsed } from '../parsed.ts';
import { parseJsonObject, type JsonObject } from '../json/parse-json.ts';
import { MIN_SCANNED_LENGTH, scanByteList } from './byte-list.ts';
import { MAX_COAP_TEXT_LENGTH } from './coap-message.ts';
import { bytesFromWire } from './payload.ts';

/** A message of the channel. `payload` parses the value of that key; undefined if it is not a list of bytes. */
export interface WireMessage {
  readonly fields: JsonObject;
  payload(): Uint8Array | undefined;
}

/** How devices begin a response (PROTOCOL.md section 5), ours included. */
const RESPONSE_HEAD = /^\{"contentType":\d{1,5},"payload":\[/u;

/** A second payload key, which would take precedence, or a backslash that could hide one. */
const SECOND_PAYLOAD = /payload|\\/u;

/** The start of the payload at the end of a request; it belongs to the outermost object, since two braces end the text. */
const REQUEST_LIST = ',"payload":{"type":"Buffer","data":[';
const REQUEST_TAIL = ']}}';

/**
 * Parses one text message; never throws. The usual forms of a response and of a request are read without an array of
 * numbers, and just as strictly: JSON.parse handles everything but the digits, and any other form.
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

/** Quotes inside strings are escaped, so this sequence never occurs in one. */
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
