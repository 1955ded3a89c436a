/** @module Parses JSON objects without duplicate names (RFC 7515 section 4 forbids them in a header, RFC 8259 leaves them open). */
import type { Parsed } from '../parsed.ts';

/** Strings, brackets and separators of a text already known to be JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gu;

/** Parses a JSON object; a duplicate name in any of its objects makes it malformed. */
export function parseStrictJsonObject(text: string): Parsed<ReadonlyMap<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, reason: 'not an object' };
  if (hasDuplicateName(text)) return { ok: false, reason: 'a name occurs twice' };
  return { ok: true, value: new Map<string, unknown>(Object.entries(value)) };
}

function hasDuplicateName(text: string): boolean {
  const open: Set<string>[] = [];
  let latest = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      // Compares unescaped names: "\u006e" and "n" are the same.
      const name = String(JSON.parse(latest));
      if (names?.has(name) === true) return true;
      names?.add(name);
    } else latest = token;
  }
  return false;
}
