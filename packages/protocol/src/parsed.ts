/** @module The result of a parser that never throws. */

/** A value, or the reason why parsing failed; the reason never quotes the input. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };
