/** @module The end of an exhaustive switch. */

/** Unreachable unless a value violates its type. */
export function assertNever(value: never): never {
  throw new TypeError(`unhandled case ${String(value)}`);
}
