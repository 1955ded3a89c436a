/** @module CBOR as deployed devices use it: maps and arrays written with indefinite length, tags refused when parsing. */

/** What the resources of the peer carry. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [key: string]: Value };

const BREAK = Buffer.from([0xff]);

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 0x100) return Buffer.from([type | 24, length]);
  if (length < 0x10000) return Buffer.from([type | 25, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(5);
  bytes[0] = type | 26;
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

/** Encodes with indefinite-length maps and arrays, and strings of known length. */
export function encode(value: Value): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (isList(value)) return Buffer.concat([Buffer.from([0x9f]), ...value.map(encode), BREAK]);
  const entries = Object.entries(value).flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([Buffer.from([0xbf]), ...entries, BREAK]);
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Error('CBOR ends early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #length(info: number): number | undefined {
    if (info < 24) return info;
    if (info === 24) return this.#take(1).readUInt8();
    if (info === 25) return this.#take(2).readUInt16BE();
    if (info === 26) return this.#take(4).readUInt32BE();
    if (info === 31) return undefined;
    throw new Error('CBOR length not supported');
  }

  #isAtBreak(): boolean {
    if (this.#bytes[this.#at] !== 0xff) return false;
    this.#at += 1;
    return true;
  }

  #items(length: number | undefined): Value[] {
    const items: Value[] = [];
    while (length === undefined ? !this.#isAtBreak() : items.length < length) items.push(this.read());
    return items;
  }

  #map(length: number | undefined): Value {
    const items = this.#items(length === undefined ? undefined : length * 2);
    const entries: [string, Value][] = [];
    for (let index = 0; index + 1 < items.length; index += 2) {
      const key = items[index];
      if (typeof key === 'string') entries.push([key, items[index + 1] ?? null]);
    }
    return Object.fromEntries(entries);
  }

  #simple(info: number): Value {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    throw new Error('CBOR simple value not supported');
  }

  read(): Value {
    const first = this.#take(1).readUInt8();
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(info);
    const length = this.#length(info);
    if (major === 4) return this.#items(length);
    if (major === 5) return this.#map(length);
    if (major === 2 || major === 3) return this.#string(major, length);
    if (length === undefined) throw new Error('CBOR needs a length');
    if (major === 0) return length;
    if (major === 1) return -1 - length;
    throw new Error('CBOR tags are refused');
  }

  #string(major: number, length: number | undefined): Value {
    const bytes = length === undefined ? Buffer.concat(this.#chunks(major)) : this.#take(length);
    return major === 2 ? bytes : bytes.toString('utf8');
  }

  #chunks(major: number): Buffer[] {
    const chunks: Buffer[] = [];
    while (!this.#isAtBreak()) {
      const first = this.#take(1).readUInt8();
      const length = first >> 5 === major ? this.#length(first & 31) : undefined;
      if (length === undefined) throw new Error('CBOR chunk of another type');
      chunks.push(this.#take(length));
    }
    return chunks;
  }
}

/** Parses one value and ignores what follows. @throws Error for input that a deployed device answers with 400, tags included. */
export function decode(bytes: Uint8Array): Value {
  return new Reader(bytes).read();
}

/** The field of a map; undefined when it is not a map or has no such field. */
export function field(value: Value, name: string): Value | undefined {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || isList(value)) {
    return undefined;
  }
  return value[name];
}
