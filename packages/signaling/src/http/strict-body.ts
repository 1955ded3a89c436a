/** @module Parses a JSON body and rejects ambiguous ones. */
import { ApiError } from './api-error.ts';

/** Reason: the deepest body of the API has three levels. */
const MAX_DEPTH = 16;

/** Names through which careless code reaches an object's prototype. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Strings, brackets and colons. An unterminated string extends to the end of the text: searching again from
 * each quote in it would take quadratic time.
 */
const TOKENS = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}[\]:]/gu;

/**
 * Parses a body; no message quotes it. @throws ApiError 400 for invalid UTF-8 or JSON, too much depth, or a
 * name that is repeated or reaches a prototype
 */
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
    throw ApiError.badRequest('body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.badRequest('body is not valid JSON');
  }
}

/**
 * Runs before parsing, so that depth costs nothing; it may miscount invalid JSON, which is rejected anyway.
 */
function checkDepth(text: string): void {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw ApiError.badRequest(`body is nested deeper than ${MAX_DEPTH} levels`);
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

/** Compares decoded names: `"\u006e"` and `"n"` are the same. */
function checkName(names: Set<string> | undefined, literal: string): void {
  const name = String(JSON.parse(literal));
  if (PROTOTYPE_NAMES.has(name)) throw ApiError.badRequest('body contains a reserved name');
  if (names?.has(name) === true) throw ApiError.badRequest('body contains a name twice');
  names?.add(name);
}
