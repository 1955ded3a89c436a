/** @module Parses untrusted JSON into an object with unchecked keys; error reasons never quote the text. */
import type { Parsed } from '../parsed.ts';

/** A JSON object with unchecked keys. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object; never throws, and the reason never quotes the text. */
export function parseJsonObject(text: string, maxLength: number): Parsed<JsonObject> {
  if (text.length > maxLength) return { ok: false, reason: `longer than ${maxLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message quotes the text, which may hold a token.
    return { ok: false, reason: 'not JSON' };
  }
  return isJsonObject(value) ? { ok: true, value } : { ok: false, reason: 'not a JSON object' };
}

/** Whether a parsed JSON value is an object and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
