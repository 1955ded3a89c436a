/** @module JSON text from outside as an object whose keys are still unchecked, with reasons that quote nothing. */
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
