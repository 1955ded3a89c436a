/** @module What a handler may return, checked by the compiler. */

/** What JSON has no words for. */
type NotJson =
  | bigint
  | symbol
  | ((...args: never[]) => unknown)
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

/**
 * A value as it is when it can be an answer, with `never` in the place of what JSON cannot say. Interfaces and classes count by
 * their members; `unknown` is taken as it is and shows itself when it is sent.
 */
export type Answer<Value> = unknown extends Value
  ? Value
  : Value extends null | undefined | boolean | number | string | Uint8Array | { toJSON(): unknown }
    ? Value
    : Value extends NotJson
      ? never
      : { [Key in keyof Value]: Answer<Value[Key]> };
