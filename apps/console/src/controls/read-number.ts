/** @module A number as a person types it. */

import type { ValueShape } from './control.ts';

/** Why a typed text is not sent: it is no number, or one that the shape does not allow. */
export type NumberProblem = 'not-number' | 'not-whole' | 'too-low' | 'too-high';

/** The number, with a point or a comma, or what is wrong with it. */
export function readNumber(
  typed: string,
  { isInteger, minimum, maximum }: Extract<ValueShape, { readonly kind: 'number' }>,
): number | NumberProblem {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/u.test(text)) return 'not-number';
  const number = Number(text);
  if (isInteger && !Number.isInteger(number)) return 'not-whole';
  if (minimum !== undefined && number < minimum) return 'too-low';
  return maximum !== undefined && number > maximum ? 'too-high' : number;
}

/** The number in a language, to be edited and read again. */
export function editableNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 15, useGrouping: false }).format(value);
}
