/**
 * @module `@longwire/client/cbor`: CBOR payloads, separate from the root so that pages without CBOR do not load it
 * (docs/adr/0032).
 */
export { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
export type { CborValue } from '@longwire/protocol';
