/** @module A number as a person types it. */

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

/** The number in a language, to be edited and read again. */
export function editableNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 15, useGrouping: false }).format(value);
}
