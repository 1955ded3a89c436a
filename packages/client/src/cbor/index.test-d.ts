/** @module What the types of `@longwire/client/cbor` promise; each wrong use has to be a compile error, which `tsc` checks. */
import { expectTypeOf } from 'vitest';
import { decodeCbor, encodeCbor, type CborValue } from './index.ts';

expectTypeOf(encodeCbor({ on: true, level: [1, 2n, null] })).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
expectTypeOf(decodeCbor(new Uint8Array())).toEqualTypeOf<CborValue>();
// @ts-expect-error -- a date is nothing that CBOR holds without a tag
encodeCbor(new Date());
