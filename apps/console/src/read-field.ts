/** @module Reads unvalidated values, field by field: JSON from outside, rows of a storage. */

/** The value of a JSON text; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

/** An own field of any value; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** A field that is a string; undefined for anything else. */
export function textOf(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The text; undefined if it is empty. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** A field that is a finite number; undefined for anything else. */
export function numberOf(value: unknown, name: string): number | undefined {
  const found = fieldOf(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** A boolean field; undefined for anything else. */
export function booleanOf(value: unknown, name: string): boolean | undefined {
  const found = fieldOf(value, name);
  return typeof found === 'boolean' ? found : undefined;
}
