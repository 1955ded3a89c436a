/** @module Texts that execute, break out of their line, or reverse what follows, when a page does not treat them as plain text. */

/** Runs `boom` when interpreted as markup; its last character switches to right-to-left. */
export const MARKUP = '<img src=x onerror=boom()>\u{202e}gpj';

/** Has no opportunity for a line break. */
export const LONG_WORD: string = 'W'.repeat(10_000);
