/** @module Inserts the shim before any script of an HTML document. */
import { utf8Encode } from '@longwire/protocol/base';
import { SHIM_PATH } from './allow-shim.ts';

/** How many bytes are searched for the beginning of a document. */
const MAX_PROLOGUE_BYTES = 16 * 1024;

/**
 * How much longer a beginning is when it is searched again, by its length. Reason: a device may send it byte by byte, and a search after each
 * byte of 16 KB took half a minute, in which the console did nothing else.
 */
const GROWTH = 1.125;

const ATTRIBUTES = String.raw`(?:\s(?:"[^"]*"|'[^']*'|[^"'>])*)?`;

/** What may come before the first relevant element of a document; the head comes last. */
const PROLOGUE = new RegExp(
  String.raw`^(?:\u00ef\u00bb\u00bf)?(?:\s+|<!--[\s\S]*?-->|<!doctype[^>]*>|<html${ATTRIBUTES}>)*(?:<head${ATTRIBUTES}>)?`,
  'iu',
);

/** The beginning of a tag's attributes. */
const MORE_ATTRIBUTES = String.raw`(?:\s(?:"[^"]*"|'[^']*'|[^"'>])*(?:"[^"]*|'[^']*)?)?`;

/** Input that may still continue the prologue. */
const UNFINISHED = new RegExp(
  String.raw`^(?:\u00ef\u00bb?|<(?:!(?:-(?:-[\s\S]*)?|d[^>]*)?|h(?:t(?:ml?)?|e(?:ad?)?)?|(?:html|head)${MORE_ATTRIBUTES})?)?$`,
  'iu',
);

/** The document with the shim; a UTF-16 document is not changed. */
export async function* insertShim(
  body: AsyncIterable<Uint8Array>,
  nonce: string,
): AsyncGenerator<Uint8Array> {
  const tag = utf8Encode(`<script src="${SHIM_PATH}" nonce="${nonce}"></script>`);
  let start: Uint8Array | undefined = new Uint8Array();
  let searchedAt = 0;
  for await (const piece of body) {
    if (start === undefined) {
      yield piece;
      continue;
    }
    start = joined(start, piece);
    if (start.length < searchedAt * GROWTH) continue;
    searchedAt = start.length;
    const at = placeIn(start);
    if (at === undefined && start.length < MAX_PROLOGUE_BYTES) continue;
    yield* split(start, at ?? 0, tag);
    start = undefined;
  }
  if (start !== undefined && start.length > 0) yield* split(start, prologueOf(start).length, tag);
}

/** The position for the shim; undefined while it is unknown. */
function placeIn(start: Uint8Array): number | undefined {
  const { length } = prologueOf(start);
  const rest = latin1(start.subarray(length));
  return UNFINISHED.test(rest) ? undefined : length;
}

function prologueOf(start: Uint8Array): string {
  return PROLOGUE.exec(latin1(start.subarray(0, MAX_PROLOGUE_BYTES)))?.[0] ?? '';
}

function* split(start: Uint8Array, at: number, tag: Uint8Array): Generator<Uint8Array> {
  const isWide = (start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0xff && start[1] === 0xfe);
  if (isWide) {
    yield start;
    return;
  }
  if (at > 0) yield start.subarray(0, at);
  yield tag;
  if (at < start.length) yield start.subarray(at);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, MAX_PROLOGUE_BYTES));
}
