/** @module JSON text from outside as a value that has a checked shape, with reasons that quote nothing. */
import * as v from 'valibot';
import type { Parsed } from '../parsed.ts';

/** A JSON object whose keys are still unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a JSON object; never throws, and the reason never holds any of the text. */
export function parseJsonObject(text: string, maxLength: number): Parsed<JsonObject> {
  if (text.length > maxLength) return { ok: false, reason: `longer than ${maxLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // the engine's own message quotes the text, which may hold a token
    return { ok: false, reason: 'not JSON' };
  }
  return isJsonObject(value) ? { ok: true, value } : { ok: false, reason: 'not a JSON object' };
}

/** Whether a parsed JSON value is an object and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks a value's shape; the reason names the place by the schema's own key names, never the value. */
export function parseShape<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): Parsed<T> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const path = v.getDotPath(result.issues[0]);
  return { ok: false, reason: path === null ? `${what} of the wrong shape` : `${what} with a wrong ${path}` };
}
