/** @module The end of an exhaustive switch. */

/** Reached only by a value that its type does not allow. */
export function assertNever(value: never): never {
  throw new TypeError(`unhandled case ${String(value)}`);
}
