/** @module The answer of a parser that never throws. */

/** A value, or why there is none; the reason never quotes what was parsed. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };
