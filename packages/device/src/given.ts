/** @module Optional fields of an object, which is without those that have no value. */

/** An object with the field if it has a value, else an empty one. */
export function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  const field: { [P in K]?: V } = {};
  if (value !== undefined) field[name] = value;
  return field;
}
