/** @module The items of a CBOR payload, one after the other (RFC 8949 section 3), within bounds. */
import { concatBytes } from '../bytes/concat-bytes.ts';
import { utf8Decode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { INDEFINITE, Major, Simple } from './cbor-head.ts';
import { MAX_CBOR_BYTES, MAX_CBOR_ITEMS } from './cbor-value.ts';

type Scalar = null | boolean | number | bigint | string | Uint8Array;

/** One item: a value of its own, the beginning of an array or map (`count` is Infinity where a break ends it), or that break. */
export type CborItem =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'array' | 'map'; readonly count: number }
  | { readonly kind: 'break' };

/** How an item begins; `size` is the number behind the head, whatever it stands for. */
interface Head {
  readonly major: number;
  readonly info: number;
  readonly size: number | bigint;
}

const BREAK: CborItem = { kind: 'break' };

/** Reads a payload item by item; what follows the last one read is never looked at. */
export class CborReader {
  readonly #view: DataView;
  #position = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.length > MAX_CBOR_BYTES) throw wrong(`at most ${MAX_CBOR_BYTES} bytes`, `${bytes.length}`);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** How many bytes follow the last item that was read. */
  get remainingBytes(): number {
    return this.#view.byteLength - this.#position;
  }

  /** Reads the next item. @throws EdgeError ERR_CBOR at the end of the bytes, for tags, for anything malformed and past the bounds. */
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
        throw wrong('no tags', 'one');
    }
  }

  #head(): Head {
    this.#items += 1;
    if (this.#items > MAX_CBOR_ITEMS) throw wrong(`at most ${MAX_CBOR_ITEMS} items`, 'more');
    const first = this.#view.getUint8(this.#take(1));
    const major = first >> 5;
    const info = first & 31;
    if (info < 24) return { major, info, size: info };
    if (info < 28) {
      // what is behind the head of a simple value is no size, but just as long as one
      if (major === Major.simple) return { major, info, size: 0 };
      return { major, info, size: this.#size(info) };
    }
    const mayBeIndefinite = major >= Major.bytes && major !== Major.tag;
    if (info !== INDEFINITE || !mayBeIndefinite) throw wrong('a well-formed item', 'a reserved length');
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

  /** A string of definite length, or the joined chunks of one of indefinite length: each is of definite length and of the same type. */
  #string({ major, size }: Head): Uint8Array {
    if (size !== Infinity) return this.#bytes(size);
    const chunks: Uint8Array[] = [];
    for (let chunk = this.#head(); !isBreak(chunk); chunk = this.#head()) {
      if (chunk.major !== major || chunk.size === Infinity) throw wrong('chunks of one type', 'another');
      chunks.push(this.#bytes(chunk.size));
    }
    return concatBytes(...chunks);
  }

  #bytes(length: number | bigint): Uint8Array {
    const start = this.#take(length);
    const { buffer, byteOffset } = this.#view;
    // a copy: the payload is the caller's
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
        throw wrong('a value', 'a simple value without a meaning');
    }
  }

  /** Steps over so many bytes that have to be there; answers where they begin. */
  #take(length: number | bigint): number {
    const start = this.#position;
    if (length > this.#view.byteLength - start) throw wrong('more bytes', 'the end');
    this.#position += Number(length);
    return start;
  }
}

function isBreak({ major, info }: Head): boolean {
  return major === Major.simple && info === INDEFINITE;
}

function countOf({ size }: Head): number {
  if (typeof size === 'bigint') throw wrong('a count below 2^53', 'more');
  return size;
}

/** A number where it is exact, else a bigint. */
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

function wrong(expected: string, got: string): EdgeError {
  return new EdgeError('ERR_CBOR', `CBOR expected ${expected}, got ${got}`);
}
