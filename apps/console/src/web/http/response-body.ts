/** @module The body of a response: its framing, and its bytes as they come (RFC 9112 sections 6 and 7). */
import { cutOff, type ByteReader } from './byte-reader.ts';
import { fieldValue, fieldValues, wordsOf } from './fields.ts';
import { readFields, type ResponseHead } from './response-head.ts';
import { malformed } from './web-error.ts';

/** How the end of a body is recognized. */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'untilClose' };

/** Longest line before a chunk, in bytes. */
const MAX_CHUNK_LINE_BYTES = 1024;

const CHUNK_SIZE = /^([\da-f]{1,13})[ \t]*(?:;.*)?$/iu;
const LENGTH = /^\d{1,15}$/u;

/** Statuses of responses without a body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** RFC 9112 section 6.3. @throws WebError malformed */
export function bodyFraming(method: string, { status, fields }: ResponseHead): BodyFraming {
  if (method === 'HEAD' || status < 200 || WITHOUT_BODY.has(status)) return { kind: 'none' };
  const codings = wordsOf(fieldValue(fields, 'transfer-encoding'));
  if (codings.length > 0) {
    if (codings.length > 1 || codings[0] !== 'chunked')
      throw malformed('only the transfer coding chunked is supported');
    return { kind: 'chunked' };
  }
  const lengths = new Set(
    fieldValues(fields, 'content-length').flatMap((value) => value.split(',').map((each) => each.trim())),
  );
  const [length] = lengths;
  if (length === undefined) return { kind: 'untilClose' };
  if (lengths.size > 1 || !LENGTH.test(length))
    throw malformed('the content length is ambiguous or not a number');
  return { kind: 'length', length: Number(length) };
}

/** The bytes of a body, as they come. @throws WebError malformed, cutOff */
export async function* readBody(reader: ByteReader, framing: BodyFraming): AsyncGenerator<Uint8Array> {
  switch (framing.kind) {
    case 'none':
      return;
    case 'length':
      yield* readLength(reader, framing.length);
      return;
    case 'chunked':
      yield* readChunks(reader);
      return;
    case 'untilClose':
      for (let piece = await reader.some(); piece !== undefined; piece = await reader.some()) yield piece;
  }
}

async function* readLength(reader: ByteReader, length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0;) {
    const piece = await reader.some(left);
    if (piece === undefined) throw cutOff();
    left -= piece.length;
    yield piece;
  }
}

async function* readChunks(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const size = CHUNK_SIZE.exec(await reader.line(MAX_CHUNK_LINE_BYTES))?.[1];
    if (size === undefined) throw malformed('a chunk has no valid size');
    if (/^0+$/u.test(size)) break;
    yield* readLength(reader, Number.parseInt(size, 16));
    if ((await reader.line(MAX_CHUNK_LINE_BYTES)) !== '') throw malformed('a chunk is longer than its size');
  }
  await readFields(reader);
}
