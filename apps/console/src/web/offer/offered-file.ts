/** @module Creates files to offer, from a response of the device or from data made by its page. */
import type { PageAnswer } from '../page/answer-for-page.ts';
import { fieldValue } from '../http/fields.ts';
import type { OfferedFile } from './device-offers.ts';
import { suggestedName } from './offered-name.ts';

/** The body of a response; `name` is the page's name for it, if there is one. */
export function fileOfAnswer(
  { fields, body }: Pick<PageAnswer, 'fields' | 'body'>,
  {
    target,
    name = '',
    cancel,
  }: { readonly target: string; readonly name: string | undefined; readonly cancel: () => void },
): OfferedFile {
  const length = fieldValue(fields, 'content-length') ?? '';
  return {
    suggestedName: name === '' ? suggestedName(fields, target) : name,
    sizeBytes: /^\d{1,15}$/u.test(length) ? Number(length) : undefined,
    read: async function* () {
      for await (const piece of body) yield piece.slice();
    },
    cancel,
  };
}

/** A file made by the page. */
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
