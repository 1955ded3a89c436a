/** @module Reads a JSON body, and refuses what two readers could understand in two ways. */
import { ApiError } from './api-error.ts';

/** Reason: the deepest body of the API has three levels. */
const MAX_DEPTH = 16;

/** Names by which an object reaches its prototype in careless code. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Strings, brackets and colons. A string that does not end, which is no JSON, goes to the end of the text: looked for again from each
 * quote in it, it would take time by the square of its length.
 */
const TOKENS = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}[\]:]/gu;

/** Reads a body; no message quotes it. @throws ApiError 400 for bad UTF-8, no JSON, too much depth, a name that stands twice or reaches a prototype. */
export function parseStrictBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  checkDepth(text);
  const value = parse(text);
  checkNames(text);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw ApiError.badRequest('body expected UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.badRequest('body expected JSON');
  }
}

/** Before parsing, so that depth costs nothing; on what is no JSON it may count wrongly, which is refused all the same. */
function checkDepth(text: string): void {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw ApiError.badRequest(`body expected at most ${MAX_DEPTH} levels`);
  }
}

function checkNames(text: string): void {
  const open: Set<string>[] = [];
  let latest = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') checkName(open.at(-1), latest);
    else latest = token;
  }
}

/** Escapes count for nothing: `"\u006e"` and `"n"` are one name. */
function checkName(names: Set<string> | undefined, literal: string): void {
  const name = String(JSON.parse(literal));
  if (PROTOTYPE_NAMES.has(name)) throw ApiError.badRequest('body expected no name of a prototype');
  if (names?.has(name) === true) throw ApiError.badRequest('body expected each name once');
  names?.add(name);
}
