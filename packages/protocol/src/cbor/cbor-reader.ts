/** @module Reads the items of a CBOR payload in sequence (RFC 8949 section 3), within bounds. */
import { concatBytes } from '../bytes/concat-bytes.ts';
import { utf8Decode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { INDEFINITE, Major, Simple } from './cbor-head.ts';
import { MAX_CBOR_BYTES, MAX_CBOR_ITEMS } from './cbor-value.ts';

type Scalar = null | boolean | number | bigint | string | Uint8Array;

/** One item: a scalar, the start of an array or map (`count` is Infinity if a break ends it), or that break. */
export type CborItem =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'array' | 'map'; readonly count: number }
  | { readonly kind: 'break' };

/** The head of an item; `size` is the number it encodes, whatever its meaning. */
interface Head {
  readonly major: number;
  readonly info: number;
  readonly size: number | bigint;
}

const BREAK: CborItem = { kind: 'break' };

/** Reads a payload item by item; never looks past the last item read. */
export class CborReader {
  readonly #view: DataView;
  #position = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.length > MAX_CBOR_BYTES)
      throw malformed(`${bytes.length} bytes exceed the limit of ${MAX_CBOR_BYTES}`);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The number of bytes after the last item read. */
  get remainingBytes(): number {
    return this.#view.byteLength - this.#position;
  }

  /**
   * Reads the next item. @throws EdgeError ERR_CBOR at the end of the bytes, for tags, for malformed items and beyond
   * the bounds.
   */
  next(): CborItem {
    const head = this.#head();
    const { major, info, size } = head;
    switch (major) {
      case Major.unsigned:
        return { kind: 'value', value: size };
      case Major.negative:
        return { kind: 'value', value: integer(-1n - BigInt(size)) };
      case Major.bytes:
        return { kind: 'value', value: this.#string(head) };
      case Major.text:
        return { kind: 'value', value: utf8Decode(this.#string(head)) };
      case Major.array:
      case Major.map:
        return { kind: major === Major.array ? 'array' : 'map', count: countOf(head) };
      case Major.simple:
        return info === INDEFINITE ? BREAK : { kind: 'value', value: this.#simple(info) };
      default:
        throw malformed('tags are not supported');
    }
  }

  #head(): Head {
    this.#items += 1;
    if (this.#items > MAX_CBOR_ITEMS) throw malformed(`more than ${MAX_CBOR_ITEMS} items`);
    const first = this.#view.getUint8(this.#take(1));
    const major = first >> 5;
    const info = first & 31;
    if (info < 24) return { major, info, size: info };
    if (info < 28) {
      // The bytes after the head of a simple value are no size, but have the same length as one.
      if (major === Major.simple) return { major, info, size: 0 };
      return { major, info, size: this.#size(info) };
    }
    const mayBeIndefinite = major >= Major.bytes && major !== Major.tag;
    if (info !== INDEFINITE || !mayBeIndefinite) throw malformed('reserved length');
    return { major, info, size: Infinity };
  }

  #size(info: number): number | bigint {
    switch (info) {
      case 24:
        return this.#view.getUint8(this.#take(1));
      case 25:
        return this.#view.getUint16(this.#take(2));
      case 26:
        return this.#view.getUint32(this.#take(4));
      default:
        return integer(this.#view.getBigUint64(this.#take(8)));
    }
  }

  /**
   * The bytes of a string of definite length, or the joined chunks of one of indefinite length (each of definite
   * length and of the same type).
   */
  #string({ major, size }: Head): Uint8Array {
    if (size !== Infinity) return this.#bytes(size);
    const chunks: Uint8Array[] = [];
    for (let chunk = this.#head(); !isBreak(chunk); chunk = this.#head()) {
      if (chunk.major !== major || chunk.size === Infinity)
        throw malformed('chunks of different types in one string');
      chunks.push(this.#bytes(chunk.size));
    }
    return concatBytes(chunks);
  }

  #bytes(length: number | bigint): Uint8Array {
    const start = this.#take(length);
    const { buffer, byteOffset } = this.#view;
    // A copy: the payload belongs to the caller.
    return new Uint8Array(buffer, byteOffset + start, Number(length)).slice();
  }

  #simple(info: number): Scalar {
    switch (info) {
      case Simple.false:
      case Simple.true:
        return info === Simple.true;
      case Simple.null:
      case Simple.undefined:
        return null;
      case Simple.half:
        return halfOf(this.#view.getUint16(this.#take(2)));
      case Simple.single:
        return this.#view.getFloat32(this.#take(4));
      case Simple.double:
        return this.#view.getFloat64(this.#take(8));
      default:
        throw malformed('unassigned simple value');
    }
  }

  /** Consumes `length` bytes and returns the offset of the first. */
  #take(length: number | bigint): number {
    const start = this.#position;
    if (length > this.#view.byteLength - start) throw malformed('the bytes end early');
    this.#position += Number(length);
    return start;
  }
}

function isBreak({ major, info }: Head): boolean {
  return major === Major.simple && info === INDEFINITE;
}

function countOf({ size }: Head): number {
  if (typeof size === 'bigint') throw malformed('count of 2^53 or more');
  return size;
}

/** A number if it is exact, otherwise a bigint. */
function integer(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A half-precision float (RFC 8949 appendix D). */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (fraction + 1024) * 2 ** (exponent - 25));
}

function malformed(reason: string): EdgeError {
  return new EdgeError('ERR_CBOR', `cannot decode CBOR: ${reason}`);
}
