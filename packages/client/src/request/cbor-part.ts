/** @module CBOR, loaded with the first payload that is encoded or decoded. */
import type * as Cbor from '../cbor/index.ts';
import { Part } from '../load/part.ts';

/** The codec. */
export const CBOR: Part<typeof Cbor> = new Part('CBOR', () => import('../cbor/index.ts'));
