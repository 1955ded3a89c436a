/** @module Writing CBOR as every deployed device reads it: definite lengths, no tags (RFC 8949 section 3). */
import { encode, type EncodeOptions } from 'cborg';
import { EdgeError } from '../errors/edge-error.ts';
import type { CborValue } from './cbor-value.ts';

const OPTIONS: EncodeOptions = {
  /** Keeps keys in the order they were written; cborg's own sorter prints to the console where two keys are alike. */
  mapSorter: () => 0,
  /** Members without a value are left out, as in JSON. */
  ignoreUndefinedProperties: true,
};

/**
 * Encodes a value with definite lengths and without tags; a Uint8Array is a plain byte string.
 * -0 is written as 0, a lone surrogate as U+FFFD.
 * @throws EdgeError ERR_CBOR for what {@link CborValue} does not include, circular references and integers beyond 64 bits.
 */
export function encodeCbor(value: CborValue): Uint8Array<ArrayBuffer> {
  try {
    // A copy: in Node cborg may hand out a view of a buffer pool shared with others.
    return new Uint8Array(encode(value, OPTIONS));
  } catch (cause) {
    throw new EdgeError('ERR_CBOR', 'value expected to be what CBOR can hold, got something else', { cause });
  }
}
