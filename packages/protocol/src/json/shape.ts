/**
 * @module Hand-written validation of the JSON and CBOR values that a browser reads: valibot, used elsewhere, would be
 * a sixth of what a page loads (docs/adr/0032). Strict about types; ignores unknown keys; treats null as missing.
 */
import type { Parsed } from '../parsed.ts';
import { isJsonObject, type JsonObject } from './parse-json.ts';

/** Parses a value as a T. @throws WrongShape */
export type Shape<T> = (value: unknown, path: string) => T;

/** A shape for each key; the shape of an optional key may return undefined. */
type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** A value has the wrong shape at `path`; never leaves this module. */
class WrongShape extends Error {
  override readonly name = 'WrongShape';
  readonly path: string;

  constructor(path: string) {
    super('value has the wrong shape');
    this.path = path;
  }
}

/** Validates a value; the reason names the path by the shape's own keys, never the value. */
export function parseShape<T>(shape: Shape<T>, value: unknown, what: string): Parsed<T> {
  try {
    return { ok: true, value: shape(value, '') };
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    return {
      ok: false,
      reason: error.path === '' ? `${what} of the wrong shape` : `${what} with a wrong ${error.path}`,
    };
  }
}

/** A string. */
export const text: Shape<string> = (value, path) => (typeof value === 'string' ? value : fail(path));

/** A boolean. */
export const flag: Shape<boolean> = (value, path) => (typeof value === 'boolean' ? value : fail(path));

/** An integer from 0 to `largest`. */
export function integerUpTo(largest: number): Shape<number> {
  return (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largest
      ? value
      : fail(path);
}

/** An array whose members all have this shape. */
export function listOf<T>(member: Shape<T>): Shape<T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((one: unknown, index) => member(one, below(path, index))) : fail(path);
}

/** This shape, or undefined for null and undefined. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path) => (value == null ? undefined : shape(value, path));
}

/** This shape, or `missing` for null and undefined. */
export function orElse<T>(shape: Shape<T>, missing: T): Shape<T> {
  return (value, path) => (value == null ? missing : shape(value, path));
}

/** This shape, transformed by `map`. */
export function mapped<T, U>(shape: Shape<T>, map: (value: T) => U): Shape<U> {
  return (value, path) => map(shape(value, path));
}

/** An object with these keys; missing optional keys stay missing, unknown ones are dropped. */
export function objectOf<T extends object>(fields: Fields<T>): Shape<T> {
  const entries: [string, Shape<unknown>][] = Object.entries(fields);
  return (value, path) => {
    const object = plainObject(value, path);
    const read = entries.flatMap(([key, shape]) => {
      const member = shape(object[key], below(path, key));
      return member === undefined ? [] : [[key, member] as const];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was parsed by the shape of its type
    return Object.fromEntries(read) as T;
  };
}

function plainObject(value: unknown, path: string): JsonObject {
  return isJsonObject(value) && !ArrayBuffer.isView(value) ? value : fail(path);
}

const below = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);

function fail(path: string): never {
  throw new WrongShape(path);
}
