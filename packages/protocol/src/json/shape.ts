/**
 * @module Shapes of JSON and CBOR values that a browser reads, by hand: the schema library of the rest would be a sixth of
 * what a page loads (docs/adr/0032). Strict about types, deaf to unknown keys; a key that is null counts as missing.
 */
import type { Parsed } from '../parsed.ts';
import { isJsonObject, type JsonObject } from './parse-json.ts';

/** Reads a value as a T. @throws WrongShape */
export type Shape<T> = (value: unknown, path: string) => T;

/** A shape for each key; of a key that may be missing one that may give undefined. */
type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** Where a value is not what it should be; never leaves this module. */
class WrongShape extends Error {
  override readonly name = 'WrongShape';
  readonly path: string;

  constructor(path: string) {
    super('value expected to be of another shape');
    this.path = path;
  }
}

/** Checks a value's shape; the reason names the place by the shape's own key names, never the value. */
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

/** A text. */
export const text: Shape<string> = (value, path) => (typeof value === 'string' ? value : fail(path));

/** True or false. */
export const flag: Shape<boolean> = (value, path) => (typeof value === 'boolean' ? value : fail(path));

/** A whole number from 0 to the largest. */
export function integerUpTo(largest: number): Shape<number> {
  return (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largest
      ? value
      : fail(path);
}

/** A list of one shape. */
export function listOf<T>(member: Shape<T>): Shape<T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((one: unknown, index) => member(one, below(path, index))) : fail(path);
}

/** The shape, or undefined where there is nothing. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path) => (value == null ? undefined : shape(value, path));
}

/** The shape, or what stands for nothing. */
export function orElse<T>(shape: Shape<T>, missing: T): Shape<T> {
  return (value, path) => (value == null ? missing : shape(value, path));
}

/** What becomes of a value once it has its shape. */
export function mapped<T, U>(shape: Shape<T>, map: (value: T) => U): Shape<U> {
  return (value, path) => map(shape(value, path));
}

/** An object with these keys; those that are missing stay so, others are dropped. */
export function objectOf<T extends object>(fields: Fields<T>): Shape<T> {
  const entries: [string, Shape<unknown>][] = Object.entries(fields);
  return (value, path) => {
    const object = plainObject(value, path);
    const read = entries.flatMap(([key, shape]) => {
      const member = shape(object[key], below(path, key));
      return member === undefined ? [] : [[key, member] as const];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was read by the shape of its type
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
