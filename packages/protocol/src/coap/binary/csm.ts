/** @module Capabilities and settings: the first message of each side (RFC 8323 section 5.3). */
import { CoapCode } from './coap-code.ts';
import { encodeCoapFrame } from './coap-frame.ts';
import { isCritical, uintOf, uintOption, type CoapOption } from './coap-option.ts';

/** The limits that one side announces. */
export interface Csm {
  /** The largest message that it accepts, in bytes. */
  readonly maxMessageSize: number;
  /**
   * Whether it supports block-wise transfers; with a maxMessageSize above 1152, BERT as well (RFC 8323 section 6).
   */
  readonly isBlockWise: boolean;
}

/** The settings of a side that has not sent any. */
export const BASE_CSM: Csm = { maxMessageSize: 1152, isBlockWise: false };

/** The largest message that we accept, in bytes: what data channels carry between today's implementations. */
export const MAX_COAP_MESSAGE_BYTES = 262_144;

/** The options of a CSM; the same numbers mean other things in other signals. */
const CsmOption = { maxMessageSize: 2, blockWiseTransfer: 4 } as const;

/** The settings, or the option that the connection is aborted for. */
export type ParsedCsm = { ok: true; value: Csm } | { ok: false; badOption: number };

/** Encodes a CSM as one message. @throws EdgeError ERR_REQUEST_INVALID unless the size is a uint32. */
export function encodeCsm({ maxMessageSize, isBlockWise }: Csm): Uint8Array<ArrayBuffer> {
  const options = [uintOption(CsmOption.maxMessageSize, maxMessageSize)];
  if (isBlockWise) options.push({ number: CsmOption.blockWiseTransfer, value: new Uint8Array(0) });
  return encodeCoapFrame({ code: CoapCode.CSM, token: new Uint8Array(0), options });
}

/** Parses the options of a CSM; settings that it does not mention keep their earlier value. Never throws. */
export function parseCsm(options: readonly CoapOption[], before: Csm = BASE_CSM): ParsedCsm {
  let { maxMessageSize, isBlockWise } = before;
  for (const { number, value } of options) {
    if (number === CsmOption.maxMessageSize) {
      const size = uintOf(value);
      if (size === undefined) return { ok: false, badOption: number };
      maxMessageSize = size;
    } else if (number === CsmOption.blockWiseTransfer) isBlockWise = true;
    else if (isCritical(number)) return { ok: false, badOption: number };
  }
  return { ok: true, value: { maxMessageSize, isBlockWise } };
}
