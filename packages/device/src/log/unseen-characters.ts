/** @module Invisible characters on which a terminal, a pager or an editor acts. */

/** Controls, such as those that move the cursor or hide text, line ends, and those that change the writing direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces each invisible character of a text by a visible one. */
export function replaceUnseen(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(UNSEEN, replacement);
}
