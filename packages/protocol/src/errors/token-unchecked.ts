/** @module Whether the service could not find out whether a token is good, which says nothing against the token. */
import * as CloseReason from '../signaling/close-reason.ts';

/** RFC 6455 section 7.4.1: the service failed. */
const INTERNAL_ERROR = 1011;

/** Whether signaling was closed because the token could not be checked: the same token may be good a moment later. */
export function isTokenUnchecked(close: { readonly closeCode: number; readonly reason: string }): boolean {
  return close.closeCode === INTERNAL_ERROR && close.reason === CloseReason.tokenUnchecked;
}
