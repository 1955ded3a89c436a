/** @module Capabilities and settings: the first message of each side (RFC 8323 section 5.3). */
import { CoapCode } from './coap-code.ts';
import { encodeCoapFrame } from './coap-frame.ts';
import { isCritical, uintOf, uintOption, type CoapOption } from './coap-option.ts';

/** What one side takes. */
export interface Csm {
  /** The largest message that it takes, in bytes. */
  readonly maxMessageSize: number;
  /** Whether it does block-wise transfers; with a maxMessageSize above 1152, BERT as well (RFC 8323 section 6). */
  readonly isBlockWise: boolean;
}

/** What a side takes that has said nothing. */
export const BASE_CSM: Csm = { maxMessageSize: 1152, isBlockWise: false };

/** The largest message that we take, in bytes: what data channels carry between today's implementations. */
export const MAX_COAP_MESSAGE_BYTES = 262_144;

/** The options of a CSM; the numbers mean other things in other signals. */
const CsmOption = { maxMessageSize: 2, blockWiseTransfer: 4 } as const;

/** The settings, or the option for which the connection is to be aborted. */
export type ParsedCsm = { ok: true; value: Csm } | { ok: false; badOption: number };

/** Writes a CSM as one message. @throws EdgeError ERR_REQUEST_INVALID for a size that is no uint32. */
export function encodeCsm({ maxMessageSize, isBlockWise }: Csm): Uint8Array<ArrayBuffer> {
  const options = [uintOption(CsmOption.maxMessageSize, maxMessageSize)];
  if (isBlockWise) options.push({ number: CsmOption.blockWiseTransfer, value: new Uint8Array(0) });
  return encodeCoapFrame({ code: CoapCode.CSM, token: new Uint8Array(0), options });
}

/** Reads the options of a CSM; what it does not name stays as it was before. Never throws. */
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
