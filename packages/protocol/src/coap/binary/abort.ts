/** @module Abort: why a side ends the exchange (RFC 8323 section 5.6). */
import { utf8Encode } from '../../bytes/utf8.ts';
import { CoapCode } from './coap-code.ts';
import { encodeCoapFrame } from './coap-frame.ts';
import { uintOption } from './coap-option.ts';

/** The option of an Abort that names the option of the CSM it is sent for. */
export const BAD_CSM_OPTION = 2;

/** Encodes an Abort with a diagnostic text and, if it concerns one, the option of a CSM that was not understood. */
export function encodeAbort(diagnostic: string, badCsmOption?: number): Uint8Array<ArrayBuffer> {
  return encodeCoapFrame({
    code: CoapCode.ABORT,
    token: new Uint8Array(0),
    options: badCsmOption === undefined ? [] : [uintOption(BAD_CSM_OPTION, badCsmOption)],
    payload: utf8Encode(diagnostic),
  });
}
