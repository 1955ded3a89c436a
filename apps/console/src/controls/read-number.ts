/** @module Reads a number that a person has typed. */

import type { ValueShape } from './control.ts';

/** The number, with a point or a comma; undefined if it is none that the shape allows. */
export function readNumber(
  typed: string,
  { isInteger, minimum, maximum }: Extract<ValueShape, { readonly kind: 'number' }>,
): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/u.test(text)) return undefined;
  const number = Number(text);
  const isAllowed =
    (!isInteger || Number.isInteger(number)) &&
    number >= (minimum ?? -Infinity) &&
    number <= (maximum ?? Infinity);
  return isAllowed ? number : undefined;
}
