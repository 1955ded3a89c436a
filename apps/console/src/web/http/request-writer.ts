/** @module Writes a request: its head, and its body with a length if that is known early, else in chunks. */
import { utf8Encode } from '@longwire/protocol/base';
import { isFieldValue, isToken, type Field } from './fields.ts';

/** A request to the device's web server. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly fields: readonly Field[];
  readonly body?: AsyncIterable<Uint8Array> | undefined;
}

/**
 * Most of a body that is buffered to learn its length, in bytes. Reason: the small servers of boards support no chunks, and what they
 * receive (settings, firmware) is smaller.
 */
export const MAX_KEPT_BODY_BYTES: number = 8 * 1024 * 1024;

/** Largest chunk that is written at once, in bytes. */
const PIECE_BYTES = 64 * 1024;

/** Visible ASCII characters: a target is already percent-encoded. */
const TARGET = /^\/[!-~]*$/u;

const CRLF = utf8Encode('\r\n');
const LAST_CHUNK = utf8Encode('0\r\n\r\n');

/** The bytes of a request. @throws TypeError for values that would change the structure of the request */
export async function* requestBytes({
  method,
  target,
  fields,
  body,
}: HttpRequest): AsyncGenerator<Uint8Array> {
  if (body === undefined) {
    yield headBytes(method, target, fields);
    return;
  }
  const iterator = body[Symbol.asyncIterator]();
  const { pieces, bytes, isWhole } = await keep(iterator);
  const framing: Field = isWhole ? ['Content-Length', String(bytes)] : ['Transfer-Encoding', 'chunked'];
  yield headBytes(method, target, [...fields, framing]);
  if (isWhole) {
    yield* cut(pieces);
    return;
  }
  for (const piece of cut(pieces)) yield* chunk(piece);
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
    for (const piece of cut([next.value])) yield* chunk(piece);
  yield LAST_CHUNK;
}

function headBytes(method: string, target: string, fields: readonly Field[]): Uint8Array {
  const isGood = fields.every(([name, value]) => isToken(name) && isFieldValue(value));
  if (!isToken(method) || !TARGET.test(target) || !isGood)
    throw new TypeError('the method, the path or a field of the request is not valid HTTP');
  const lines = [`${method} ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  return Uint8Array.from(`${lines.join('\r\n')}\r\n\r\n`, (character) => character.charCodeAt(0));
}

interface Kept {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly isWhole: boolean;
}

async function keep(iterator: AsyncIterator<Uint8Array>): Promise<Kept> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= MAX_KEPT_BODY_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) return { pieces, bytes, isWhole: true };
    pieces.push(value);
    bytes += value.length;
  }
  return { pieces, bytes, isWhole: false };
}

function* cut(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}

function* chunk(piece: Uint8Array): Generator<Uint8Array> {
  yield utf8Encode(`${piece.length.toString(16)}\r\n`);
  yield piece;
  yield CRLF;
}
