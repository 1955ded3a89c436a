/**
 * @module Validates a value with a valibot schema; error reasons never quote the value. Code for browsers uses
 * shape.ts instead.
 */
import * as v from 'valibot';
import type { Parsed } from '../parsed.ts';

/** Validates a value; the reason names the path by the schema's own keys, never the value. */
export function parseSchema<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): Parsed<T> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const path = v.getDotPath(result.issues[0]);
  return { ok: false, reason: path === null ? `${what} of the wrong shape` : `${what} with a wrong ${path}` };
}
