/** @module Enumerations of the page globals, which map names to numbers and numbers to names. */

/** An object that maps names to numbers and numbers to names. */
export type NumericEnum<T extends Readonly<Record<string, number>>> = Readonly<T> & {
  readonly [value: number]: keyof T & string;
};

/** Creates an enumeration from numbers by name. */
export function numericEnum<T extends Readonly<Record<string, number>>>(numbers: T): NumericEnum<T> {
  const names = Object.entries(numbers).map(([name, value]) => [value, name]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of its own entries
  return { ...(Object.fromEntries(names) as Record<number, keyof T & string>), ...numbers };
}
