/** @module Makes foreign text safe to print on a terminal: none of its characters has an effect. */
import { replaceUnseen } from '../log/unseen-characters.ts';

/** A text as one line without control characters. */
export function printableText(text: string): string {
  return replaceUnseen(text, () => '\u{FFFD}');
}
