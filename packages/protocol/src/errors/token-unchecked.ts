/** @module Recognises that the service could not check a token, which does not mean that the token is bad. */
import * as CloseReason from '../signaling/close-reason.ts';

/** RFC 6455 section 7.4.1: the service failed. */
const INTERNAL_ERROR = 1011;

/** Whether signaling closed because the token could not be checked: the same token may be accepted a moment later. */
export function isTokenUnchecked(close: { readonly closeCode: number; readonly reason: string }): boolean {
  return close.closeCode === INTERNAL_ERROR && close.reason === CloseReason.tokenUnchecked;
}
