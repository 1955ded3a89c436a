/** @module What a notification says below its title. */

import type { eventKinds } from '../messages/event-kinds-en.ts';
import { textOf } from '../read-field.ts';

/** The words for its kind in the person's language, else those of the device. */
export function noteOf(
  { kind, body }: { readonly kind: string | undefined; readonly body: string | undefined },
  words: typeof eventKinds,
): string | undefined {
  return textOf(words, kind ?? '') ?? body;
}
