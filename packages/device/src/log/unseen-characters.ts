/** @module Characters that are not seen but acted on, by a terminal, a pager or an editor. */

/** Controls, such as those that move the cursor or hide what was printed, line ends, and what turns the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text with something that is seen in the place of each character that is not. */
export function replaceUnseen(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(UNSEEN, replacement);
}
