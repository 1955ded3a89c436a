/** @module `@longwire/protocol/cbor`: CBOR, separate from the root because few connections need it. */
export { MAX_CBOR_BYTES, MAX_CBOR_DEPTH, MAX_CBOR_ITEMS, type CborValue } from './cbor-value.ts';
export { decodeCbor, decodeWholeCbor } from './decode-cbor.ts';
export { encodeCbor } from './encode-cbor.ts';
