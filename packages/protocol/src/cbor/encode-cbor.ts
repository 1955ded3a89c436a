/**
 * @module Encodes CBOR in a form that every deployed device reads: definite lengths, no tags (RFC 8949 section 3).
 */
import { concatBytes } from '../bytes/concat-bytes.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { Major, Simple } from './cbor-head.ts';
import type { CborValue } from './cbor-value.ts';
import { encodeFloat } from './encode-float.ts';

/** The largest number that a head can encode. */
const MAX_HEAD = 2n ** 64n - 1n;

/**
 * Encodes a value with definite lengths and without tags. A Uint8Array becomes a plain byte string, keys keep their
 * order, and undefined members are omitted, as in JSON. -0 is written as 0, a lone surrogate as U+FFFD.
 * @throws EdgeError ERR_CBOR for what {@link CborValue} does not include, circular references and integers beyond 64
 * bits.
 */
export function encodeCbor(value: CborValue): Uint8Array<ArrayBuffer> {
  const writer = new CborWriter();
  try {
    writer.write(value);
  } catch (cause) {
    throw new EdgeError('ERR_CBOR', 'cannot encode the value as CBOR', { cause });
  }
  return concatBytes(writer.parts);
}

class CborWriter {
  readonly parts: Uint8Array[] = [];
  /** The arrays and maps being written: finds circular references. */
  readonly #open = new Set<object>();

  write(value: unknown): void {
    if (typeof value === 'string') this.#writeText(value);
    else if (typeof value === 'object' && value !== null) this.#writeObject(value);
    else this.parts.push(encodeScalar(value));
  }

  #writeText(text: string): void {
    const bytes = utf8Encode(text);
    this.parts.push(head(Major.text, bytes.length), bytes);
  }

  #writeObject(value: object): void {
    if (value instanceof Uint8Array) {
      this.parts.push(head(Major.bytes, value.length), value);
      return;
    }
    if (this.#open.has(value)) throw new TypeError('circular reference');
    this.#open.add(value);
    if (Array.isArray(value)) this.#writeArray(value);
    else this.#writeMap(value);
    this.#open.delete(value);
  }

  #writeArray(values: readonly unknown[]): void {
    this.parts.push(head(Major.array, values.length));
    for (const member of values) this.write(member);
  }

  #writeMap(value: object): void {
    // The tag distinguishes plain objects from dates, maps and other classes.
    const tag = Object.prototype.toString.call(value);
    if (tag !== '[object Object]') throw new TypeError(`CBOR has no type for ${tag}`);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    this.parts.push(head(Major.map, members.length));
    for (const [key, member] of members) {
      this.#writeText(key);
      this.write(member);
    }
  }
}

function encodeScalar(value: unknown): Uint8Array {
  if (value === null) return head(Major.simple, Simple.null);
  if (typeof value === 'boolean') return head(Major.simple, value ? Simple.true : Simple.false);
  if (typeof value === 'bigint') return encodeInteger(value);
  if (typeof value !== 'number') throw new TypeError(`CBOR has no type for ${typeof value}`);
  return Number.isSafeInteger(value) ? encodeInteger(value) : encodeFloat(value);
}

function encodeInteger(value: number | bigint): Uint8Array {
  if (value >= 0) return head(Major.unsigned, value);
  return head(Major.negative, typeof value === 'bigint' ? -1n - value : -1 - value);
}

/** Encodes a head in the fewest bytes. */
function head(major: number, size: number | bigint): Uint8Array {
  if (size > MAX_HEAD) throw new RangeError('integer beyond 64 bits');
  const first = major << 5;
  if (size < 24) return Uint8Array.of(first | Number(size));
  const view = new DataView(new ArrayBuffer(9));
  view.setBigUint64(1, BigInt(size));
  const exponent = size < 0x100 ? 0 : size < 0x1_0000 ? 1 : size < 0x1_0000_0000 ? 2 : 3;
  const start = 8 - 2 ** exponent;
  view.setUint8(start, first | (24 + exponent));
  return new Uint8Array(view.buffer, start);
}
