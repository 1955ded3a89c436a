/** @module Decodes the content coding of a body. */
import { fieldValue, wordsOf, type Field } from '../http/fields.ts';
import { malformed } from '../http/web-error.ts';

const FORMATS: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** Largest chunk that is decompressed at once, in bytes. Reason: gzip can expand it a thousandfold, and the result is held in memory. */
const MAX_PACKED_BYTES = 4096;

/** The coding of a body; undefined for none. @throws WebError malformed for one that was not requested */
export function codingOf(fields: readonly Field[]): CompressionFormat | undefined {
  const [name, ...more] = wordsOf(fieldValue(fields, 'content-encoding')).filter(
    (word) => word !== 'identity',
  );
  if (name === undefined) return undefined;
  const format = FORMATS.get(name);
  if (format === undefined || more.length > 0) throw malformed('only the content coding gzip was requested');
  return format;
}

/** The decoded bytes, as they come. @throws TypeError for invalid data */
export async function* decoded(
  body: AsyncIterable<Uint8Array>,
  format: CompressionFormat,
): AsyncGenerator<Uint8Array> {
  const iterator = sliced(body);
  const source = new ReadableStream<BufferSource>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

async function* sliced(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for await (const piece of body)
    for (let at = 0; at < piece.length; at += MAX_PACKED_BYTES) yield piece.slice(at, at + MAX_PACKED_BYTES);
}
