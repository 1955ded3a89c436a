/** @module Abort: why a side ends the exchange (RFC 8323 section 5.6). */
import { utf8Encode } from '../../bytes/utf8.ts';
import { CoapCode } from './coap-code.ts';
import { encodeCoapFrame } from './coap-frame.ts';
import { uintOption } from './coap-option.ts';

/** The option of an Abort that names the option of a CSM for which it is sent. */
export const BAD_CSM_OPTION = 2;

/** Writes an Abort with words for people, and the option of a CSM that was not understood, if it is about one. */
export function encodeAbort(diagnostic: string, badCsmOption?: number): Uint8Array<ArrayBuffer> {
  return encodeCoapFrame({
    code: CoapCode.ABORT,
    token: new Uint8Array(0),
    options: badCsmOption === undefined ? [] : [uintOption(BAD_CSM_OPTION, badCsmOption)],
    payload: utf8Encode(diagnostic),
  });
}
