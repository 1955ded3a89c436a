/** @module Checks of a value by a schema of valibot, with reasons that quote nothing; what a browser reads has its own (shape.ts). */
import * as v from 'valibot';
import type { Parsed } from '../parsed.ts';

/** Checks a value's shape; the reason names the place by the schema's own key names, never the value. */
export function parseSchema<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): Parsed<T> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const path = v.getDotPath(result.issues[0]);
  return { ok: false, reason: path === null ? `${what} of the wrong shape` : `${what} with a wrong ${path}` };
}
