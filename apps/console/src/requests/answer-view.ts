/** @module The ways in which an answer can be read: by its content format at first, and by any other that makes sense of it. */

import { assertNever } from '../assert-never.ts';
import { utf8Decode } from '../bytes.ts';
import { ContentFormat, decodeCbor, EdgeError } from '../wire.ts';
import { cborToJson } from './cbor-json.ts';
import { hexDump } from './hex-dump.ts';
import { imageTypeOf } from './image-type.ts';

/** A way to read a payload. */
export type ViewKind = 'json' | 'cbor' | 'links' | 'text' | 'image' | 'hex';

/** The ways to read one payload. */
export interface AnswerViews {
  /** Those that make sense of it; bytes always do. */
  readonly kinds: readonly ViewKind[];
  /** The one that its content format asks for, or bytes where it is not what it says. */
  readonly first: ViewKind;
  /** The payload is not what its format says. */
  readonly isUndecodable: boolean;
}

/** Longest payload that is shown, in bytes. Reason: a page with more text than this stops answering to touch. */
export const MAX_SHOWN_BYTES = 64 * 1024;

/** Longest payload that is laid out as JSON or CBOR, in bytes. Reason: what is laid out is twice as long and made at once. */
const MAX_PARSED_BYTES = 1024 * 1024;

/** Deepest JSON that is laid out. Reason: each level indents by one more, and thousands of them exhaust the stack. */
const MAX_JSON_DEPTH = 64;

const IMAGE_FORMATS: ReadonlySet<number> = new Set([21, 22, 23]);

/** The ways to read a payload. Never throws for what a device sent. */
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

/** What a payload is, read in one way. @throws EdgeError, SyntaxError for a way that is not among its views. */
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

/** The status as CoAP writes it: `2.05`. */
export function statusText(statusCode: number): string {
  return `${Math.floor(statusCode / 100)}.${String(statusCode % 100).padStart(2, '0')}`;
}

/** Whether a status is one of success. */
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
      // Almost any bytes begin with something that CBOR could be: only what says that it is CBOR is shown as such.
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
  // A character may be cut at the end of what is looked at.
  const beginning = payload.subarray(0, MAX_SHOWN_BYTES);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return !beginning.includes(0);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
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
