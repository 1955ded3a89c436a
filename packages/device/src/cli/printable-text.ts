/** @module Text of others on a terminal: no character of it may do anything but be seen. */
import { replaceUnseen } from '../log/unseen-characters.ts';

/** A text as one line that is only seen. */
export function printableText(text: string): string {
  return replaceUnseen(text, () => '\u{FFFD}');
}
