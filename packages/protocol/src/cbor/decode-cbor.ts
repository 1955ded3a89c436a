/** @module Decodes CBOR as liberally as deployed devices write and read it, within bounds. */
import { EdgeError } from '../errors/edge-error.ts';
import { CborReader, type CborItem } from './cbor-reader.ts';
import { MAX_CBOR_DEPTH, type CborValue } from './cbor-value.ts';

/**
 * Decodes the first value of a payload.
 *
 * Accepts definite and indefinite lengths, lengths encoded longer than needed, any order of keys, duplicate keys (the
 * first counts), invalid UTF-8 (replaced), trailing bytes (ignored) and `undefined` (becomes null). An integer key
 * becomes its decimal text. Maps have no prototype, so that a key named `__proto__` is a key like any other.
 * @throws EdgeError ERR_CBOR for tags, unassigned simple values, keys of any other type, and anything malformed or
 * beyond the bounds.
 */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  return build(reader, reader.next(), 0);
}

/** Decodes a payload that is exactly one value. @throws EdgeError ERR_CBOR as {@link decodeCbor}, and for bytes after the value. */
export function decodeWholeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = build(reader, reader.next(), 0);
  const { remainingBytes } = reader;
  if (remainingBytes === 0) return value;
  throw new EdgeError('ERR_CBOR', `cannot decode CBOR: ${remainingBytes} bytes follow the value`);
}

function build(reader: CborReader, item: CborItem, depth: number): CborValue {
  if (item.kind === 'value') return item.value;
  if (item.kind === 'break')
    throw new EdgeError('ERR_CBOR', 'cannot decode CBOR: a break where a value belongs');
  if (depth >= MAX_CBOR_DEPTH)
    throw new EdgeError('ERR_CBOR', `cannot decode CBOR: more than ${MAX_CBOR_DEPTH} levels`);
  return item.kind === 'array' ? buildArray(reader, item.count, depth) : buildMap(reader, item.count, depth);
}

function buildArray(reader: CborReader, count: number, depth: number): CborValue[] {
  const values: CborValue[] = [];
  for (const item of items(reader, count)) values.push(build(reader, item, depth + 1));
  return values;
}

function buildMap(reader: CborReader, count: number, depth: number): { readonly [key: string]: CborValue } {
  const map: { [key: string]: CborValue } = Object.create(null);
  for (const item of items(reader, count)) {
    const key = parseKey(item);
    const value = build(reader, reader.next(), depth + 1);
    if (!(key in map)) map[key] = value;
  }
  return map;
}

/** The first item of each member of an array or map: `count` of them, or up to the break. */
function* items(reader: CborReader, count: number): Generator<CborItem> {
  for (let index = 0; index < count; index += 1) {
    const item = reader.next();
    if (item.kind === 'break' && count === Infinity) return;
    yield item;
  }
}

function parseKey(item: CborItem): string {
  if (item.kind === 'value') {
    if (typeof item.value === 'string') return item.value;
    if (typeof item.value === 'bigint' || Number.isInteger(item.value)) return String(item.value);
  }
  throw new EdgeError('ERR_CBOR', 'cannot decode CBOR: a key is neither text nor an integer');
}
