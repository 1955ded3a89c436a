/**
 * @module The items of a CBOR payload, one after the other (RFC 8949 section 3), over cborg's tokenizer. Added to it:
 * strings of indefinite length, a leading U+FEFF kept in text, and bounds.
 */
import { Tokenizer, Type, type Token } from 'cborg';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { utf8Decode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { MAX_CBOR_BYTES, MAX_CBOR_ITEMS } from './cbor-value.ts';

/** One item: a value of its own, the beginning of an array or map (`count` is Infinity where a break ends it), or that break. */
export type CborItem =
  | { readonly kind: 'value'; readonly value: null | boolean | number | bigint | string | Uint8Array }
  | { readonly kind: 'array' | 'map'; readonly count: number }
  | { readonly kind: 'break' };

const INDEFINITE_BYTES = 0x5f;
const INDEFINITE_TEXT = 0x7f;
const BREAK: CborItem = { kind: 'break' };

/** Reads a payload item by item; what follows the last one read is never looked at. */
export class CborReader {
  readonly #bytes: Uint8Array;
  #position = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.length > MAX_CBOR_BYTES) {
      throw new EdgeError('ERR_CBOR', `CBOR expected at most ${MAX_CBOR_BYTES} bytes, got ${bytes.length}`);
    }
    // Node's Buffer is a Uint8Array whose slices are not copies: read it as the plain one it is.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads the next item. @throws EdgeError ERR_CBOR at the end of the bytes, for tags, for anything malformed and past the bounds. */
  next(): CborItem {
    const head = this.#bytes[this.#position];
    if (head === INDEFINITE_BYTES) return { kind: 'value', value: this.#chunks(Type.bytes) };
    if (head === INDEFINITE_TEXT) return { kind: 'value', value: utf8Decode(this.#chunks(Type.string)) };
    const token = this.#token();
    if (Type.equals(token.type, Type.break)) return BREAK;
    if (Type.equals(token.type, Type.array)) return { kind: 'array', count: parseCount(token) };
    if (Type.equals(token.type, Type.map)) return { kind: 'map', count: parseCount(token) };
    if (Type.equals(token.type, Type.tag)) throw new EdgeError('ERR_CBOR', 'CBOR expected no tags, got one');
    return { kind: 'value', value: parseTerminal(token) };
  }

  /** The joined chunks of a string of indefinite length; each is of definite length and of the same type. */
  #chunks(type: Type): Uint8Array {
    this.#position += 1;
    const chunks: Uint8Array[] = [];
    for (let token = this.#token(); !Type.equals(token.type, Type.break); token = this.#token()) {
      if (!Type.equals(token.type, type))
        throw new EdgeError('ERR_CBOR', 'CBOR expected chunks of one type, got another');
      chunks.push(parseStringBytes(token));
    }
    return concatBytes(...chunks);
  }

  #token(): Token {
    this.#items += 1;
    if (this.#items > MAX_CBOR_ITEMS)
      throw new EdgeError('ERR_CBOR', `CBOR expected at most ${MAX_CBOR_ITEMS} items`);
    if (this.#position >= this.#bytes.length)
      throw new EdgeError('ERR_CBOR', 'CBOR expected more bytes, got the end');
    try {
      const token = new Tokenizer(this.#bytes.subarray(this.#position), OPTIONS).next();
      this.#position += token.encodedLength ?? 0;
      return token;
    } catch (cause) {
      throw new EdgeError('ERR_CBOR', 'CBOR expected a well-formed item, got none', { cause });
    }
  }
}

/** `retainStringBytes`: the text that cborg makes has lost a leading U+FEFF. */
const OPTIONS = { allowIndefinite: true, allowUndefined: true, allowBigInt: true, retainStringBytes: true };

function parseCount(token: Token): number {
  const count: unknown = token.value;
  if (typeof count !== 'number')
    throw new EdgeError('ERR_CBOR', 'CBOR expected a count below 2^53, got more');
  return count;
}

function parseStringBytes(token: Token): Uint8Array {
  const bytes: unknown = token.byteValue ?? token.value;
  return bytes instanceof Uint8Array ? bytes : new Uint8Array();
}

function parseTerminal(token: Token): null | boolean | number | bigint | string | Uint8Array {
  const value: unknown = Type.equals(token.type, Type.string)
    ? utf8Decode(parseStringBytes(token))
    : token.value;
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  throw new EdgeError('ERR_CBOR', `CBOR expected a value, got ${token.type.name}`);
}
