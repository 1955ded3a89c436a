/** @module What a handler may return, checked by the compiler. */

/** Types that JSON cannot represent. */
type NotJson =
  | bigint
  | symbol
  | ((...args: never[]) => unknown)
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

/**
 * The type itself if it can be an answer, with `never` in place of what JSON cannot represent. Interfaces and classes are checked by
 * their members; `unknown` is accepted and checked when it is sent.
 */
export type Answer<Value> = unknown extends Value
  ? Value
  : Value extends null | undefined | boolean | number | string | Uint8Array | { toJSON(): unknown }
    ? Value
    : Value extends NotJson
      ? never
      : { [Key in keyof Value]: Answer<Value[Key]> };
