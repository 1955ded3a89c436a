/** @module The views of an answer: first by its content format, then any other that can show it. */

import { ContentFormat, EdgeError } from '@longwire/client';
import { decodeCbor } from '@longwire/protocol/cbor';
import { assertNever } from '@longwire/protocol/base';
import { utf8Decode, bytesToHex } from '../bytes.ts';
import { cborToJson } from './cbor-json.ts';
import { imageTypeOf } from './image-type.ts';

/** A way to read a payload. */
export type ViewKind = 'json' | 'cbor' | 'links' | 'text' | 'image' | 'hex';

/** The views of one payload. */
export interface AnswerViews {
  /** The views that can show it; hex always can. */
  readonly kinds: readonly ViewKind[];
  /** The view for its content format, or hex if the payload does not match its format. */
  readonly first: ViewKind;
  /** The payload does not match its content format. */
  readonly isUndecodable: boolean;
}

/** Longest payload that is shown, in bytes. Reason: with more text than this, the page stops responding. */
export const MAX_SHOWN_BYTES = 64 * 1024;

/** Longest payload that is formatted as JSON or CBOR, in bytes. Reason: the formatted text is twice as long and made in one go. */
const MAX_PARSED_BYTES = 1024 * 1024;

/** Deepest JSON that is formatted. Reason: each level indents further, and thousands of them exhaust the stack. */
const MAX_JSON_DEPTH = 64;

const IMAGE_FORMATS: ReadonlySet<number> = new Set([21, 22, 23]);

/** The views of a payload. Never throws for what a device sent. */
export function viewsOf(payload: Uint8Array, format: number | undefined): AnswerViews {
  const wanted = wantedView(format);
  const kinds = (['json', 'cbor', 'links', 'image', 'text', 'hex'] as const).filter((kind) =>
    isUsable(kind, payload, wanted),
  );
  const isFitting = kinds.includes(wanted);
  const sniffed = format === undefined || format === ContentFormat.octetStream ? kinds[0] : undefined;
  const first = isFitting ? wanted : 'hex';
  return {
    kinds,
    first: sniffed === 'image' ? 'image' : first,
    isUndecodable: !isFitting,
  };
}

/** The text of a payload in one view. @throws EdgeError, SyntaxError for a view that is not among its views. */
export function bodyOf(kind: Exclude<ViewKind, 'image'>, payload: Uint8Array): string {
  switch (kind) {
    case 'json':
      return jsonBody(utf8Decode(payload)).slice(0, MAX_SHOWN_BYTES);
    case 'cbor':
      return cborToJson(decodeCbor(payload)).slice(0, MAX_SHOWN_BYTES);
    case 'links':
      return utf8Decode(payload.subarray(0, MAX_SHOWN_BYTES)).replaceAll(',<', ',\n<');
    case 'text':
      return utf8Decode(payload.subarray(0, MAX_SHOWN_BYTES));
    case 'hex':
      return hexDump(payload.subarray(0, MAX_SHOWN_BYTES / 4));
    default:
      return assertNever(kind);
  }
}

/** Longest line of a value, in characters. */
const MAX_LINE_LENGTH = 400;

/** Most bytes of a value that are read for its line. Reason: formatting a nested value of a megabyte takes a second, and each change of a list asks for all of its lines again. */
const MAX_LINE_BYTES = 8 * 1024;

/** The beginning of a payload in one line, as the text of its first view; undefined for an image. A long one is not formatted. */
export function lineOf(payload: Uint8Array, format: number | undefined): string | undefined {
  const seen = payload.subarray(0, MAX_LINE_BYTES);
  const { first, kinds } = viewsOf(seen, format);
  if (first === 'image') return undefined;
  const kind = seen.length < payload.length && kinds.includes('text') ? 'text' : first;
  return bodyOf(kind, seen).replace(/\s+/gu, ' ').slice(0, MAX_LINE_LENGTH);
}

/** The status in CoAP notation: `2.05`. */
export function statusText(statusCode: number): string {
  return `${Math.floor(statusCode / 100)}.${String(statusCode % 100).padStart(2, '0')}`;
}

/** Whether a status means success. */
export function isGoodStatus(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function wantedView(format: number | undefined): ViewKind {
  switch (format) {
    case ContentFormat.json:
      return 'json';
    case ContentFormat.cbor:
      return 'cbor';
    case ContentFormat.linkFormat:
      return 'links';
    case undefined:
    case ContentFormat.text:
    case ContentFormat.xml:
      return 'text';
    default:
      return IMAGE_FORMATS.has(format) ? 'image' : 'hex';
  }
}

function isUsable(kind: ViewKind, payload: Uint8Array, wanted: ViewKind): boolean {
  switch (kind) {
    case 'json':
      return (wanted === 'json' || wanted === 'text') && canBeRead('json', payload);
    case 'cbor':
      // Almost any bytes begin like some CBOR value, so CBOR is offered only if the content format says so.
      return wanted === 'cbor' && canBeRead('cbor', payload);
    case 'links':
      return wanted === 'links';
    case 'image':
      return imageTypeOf(payload) !== undefined;
    case 'text':
      return wanted === 'text' || isUtf8(payload);
    case 'hex':
      return true;
    default:
      return assertNever(kind);
  }
}

function canBeRead(kind: 'json' | 'cbor', payload: Uint8Array): boolean {
  if (payload.length > MAX_PARSED_BYTES) return false;
  try {
    bodyOf(kind, payload);
    return true;
  } catch (error) {
    if (error instanceof EdgeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

function isUtf8(payload: Uint8Array): boolean {
  // The last character may be cut off.
  const beginning = payload.subarray(0, MAX_SHOWN_BYTES);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return !beginning.includes(0);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Formatted JSON, or the original text if it is nested too deeply. @throws SyntaxError for invalid JSON. */
function jsonBody(text: string): string {
  const value: unknown = JSON.parse(text);
  return depthOfJson(text) > MAX_JSON_DEPTH ? text : JSON.stringify(value, null, 2);
}

/** The nesting depth of valid JSON. */
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

const BYTES_IN_A_ROW = 16;

/** Offset, bytes and characters, sixteen bytes to a row. */
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
