/** @module Words that run, break out of their line, or turn what follows around, where a page takes them for more than words. */

/** Runs `boom` where it is taken for markup; what is behind its last mark is written from right to left. */
export const MARKUP = '<img src=x onerror=boom()>\u{202e}gpj';

/** Nothing in it lets a line break. */
export const LONG_WORD: string = 'W'.repeat(10_000);
