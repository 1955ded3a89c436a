/** @module `@longwire/client/cbor`: CBOR payloads, apart from the root so that who sends none loads none of it (docs/adr/0032). */
export { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
export type { CborValue } from '@longwire/protocol';
