/** @module Compares byte strings in constant time. */

/** Whether two byte strings are equal; the time depends on their lengths only, never on their contents. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 256);
  return difference === 0;
}
