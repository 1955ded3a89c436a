/** @module An answer made readable by its content format. */

import { bytesToHex, utf8Decode } from '../bytes.ts';
import type { Messages } from '../messages/en.ts';
import { ContentFormat, decodeCbor, EdgeError, type DeviceResponse } from '../wire.ts';
import { cborToJson } from './cbor-json.ts';

/** An answer as it is shown. */
export interface AnswerView {
  readonly status: string;
  readonly statusWord: string | undefined;
  readonly isGood: boolean;
  readonly size: number;
  readonly formatName: string | undefined;
  readonly body: string;
  /** True where the payload is not what its format says, and the body is its bytes. */
  readonly isUndecodable: boolean;
}

/** Longest payload that is shown, in bytes. Reason: a page with more text than this stops answering to touch. */
const MAX_SHOWN_BYTES = 64 * 1024;

/** Deepest JSON that is laid out. Reason: each level indents by one more, and thousands of them exhaust the stack. */
const MAX_JSON_DEPTH = 64;

const BYTES_IN_A_ROW = 16;

/** Turns an answer into what is shown. Never throws for what a device sent. */
export function viewOfAnswer(
  answer: Pick<DeviceResponse, 'statusCode' | 'contentFormat' | 'payload'>,
  words: Messages['requests'],
): AnswerView {
  const payload = answer.payload ?? new Uint8Array();
  const { body, isUndecodable } = bodyOf(payload, answer.contentFormat);
  return {
    status: `${Math.floor(answer.statusCode / 100)}.${String(answer.statusCode % 100).padStart(2, '0')}`,
    statusWord: wordOf(words.statusWords, answer.statusCode),
    isGood: answer.statusCode >= 200 && answer.statusCode < 300,
    size: payload.length,
    formatName: payload.length === 0 ? undefined : formatNameOf(answer.contentFormat, words),
    body,
    isUndecodable,
  };
}

/** Bytes as rows of hex with their characters beside them. */
export function hexDump(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_IN_A_ROW) {
    const row = bytes.subarray(start, start + BYTES_IN_A_ROW);
    const hex = bytesToHex(row).replace(/(..)(?=.)/gu, '$1 ');
    const characters = [...row].map((byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '·',
    );
    rows.push(
      `${start.toString(16).padStart(4, '0')}  ${hex.padEnd(3 * BYTES_IN_A_ROW - 1)}  ${characters.join('')}`,
    );
  }
  return rows.join('\n');
}

function bodyOf(whole: Uint8Array, format: number | undefined): { body: string; isUndecodable: boolean } {
  const payload = whole.subarray(0, MAX_SHOWN_BYTES);
  if (payload.length === 0) return { body: '', isUndecodable: false };
  switch (format) {
    case ContentFormat.json:
      return attempt(whole, () => jsonBody(utf8Decode(whole)));
    case ContentFormat.cbor:
      return attempt(whole, () => cborToJson(decodeCbor(whole)));
    case ContentFormat.linkFormat:
      return { body: utf8Decode(payload).replaceAll(',<', ',\n<'), isUndecodable: false };
    case undefined:
    case ContentFormat.text:
    case ContentFormat.xml:
      return { body: utf8Decode(payload), isUndecodable: false };
    default:
      return { body: hexDump(payload), isUndecodable: false };
  }
}

/** JSON laid out, or as it came where that would be too deep. @throws SyntaxError for what is not JSON. */
function jsonBody(text: string): string {
  const value: unknown = JSON.parse(text);
  return depthOfJson(text) > MAX_JSON_DEPTH ? text : JSON.stringify(value, null, 2);
}

/** How deep objects and lists nest in a text that is known to be JSON. */
function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gu)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function attempt(payload: Uint8Array, decode: () => string): { body: string; isUndecodable: boolean } {
  try {
    return { body: decode().slice(0, MAX_SHOWN_BYTES), isUndecodable: false };
  } catch (error) {
    if (!(error instanceof EdgeError || error instanceof SyntaxError)) throw error;
    return { body: hexDump(payload.subarray(0, MAX_SHOWN_BYTES)), isUndecodable: true };
  }
}

function formatNameOf(format: number | undefined, words: Messages['requests']): string {
  const number = format ?? ContentFormat.text;
  return wordOf(words.formatNames, number) ?? words.formatNumber(number);
}

function wordOf(table: { readonly [key: number]: string }, key: number): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
