/** @module Makes files that can be offered, of an answer of the device and of what its page has made. */
import type { PageAnswer } from '../page/answer-for-page.ts';
import { fieldOf } from '../http/fields.ts';
import type { OfferedFile } from './device-offers.ts';
import { suggestedName } from './offered-name.ts';

/** The body of an answer; `name`: what the page calls it, where it does. */
export function fileOfAnswer(
  { fields, body }: Pick<PageAnswer, 'fields' | 'body'>,
  {
    target,
    name = '',
    cancel,
  }: { readonly target: string; readonly name: string | undefined; readonly cancel: () => void },
): OfferedFile {
  const length = fieldOf(fields, 'content-length') ?? '';
  return {
    suggestedName: name === '' ? suggestedName(fields, target) : name,
    sizeBytes: /^\d{1,15}$/u.test(length) ? Number(length) : undefined,
    read: async function* () {
      for await (const piece of body) yield piece.slice();
    },
    cancel,
  };
}

/** What the page has made. */
export function fileOfBlob(blob: Blob, name: string): OfferedFile {
  return {
    suggestedName: name,
    sizeBytes: blob.size,
    read: async function* () {
      const reader = blob.stream().getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    },
    cancel: () => undefined,
  };
}
