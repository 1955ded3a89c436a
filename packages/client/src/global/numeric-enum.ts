/** @module Enumerations of the page globals: numbers by name, and names by number. */

/** The numbers by their names, and the names by their numbers. */
export type NumericEnum<T extends Readonly<Record<string, number>>> = Readonly<T> & {
  readonly [value: number]: keyof T & string;
};

/** Makes an enumeration of numbers that are given by name. */
export function numericEnum<T extends Readonly<Record<string, number>>>(numbers: T): NumericEnum<T> {
  const names = Object.entries(numbers).map(([name, value]) => [value, name]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of its own entries
  return { ...(Object.fromEntries(names) as Record<number, keyof T & string>), ...numbers };
}
