/** @module Decides from a signaling close code whether the client itself has gone. */
import { CloseCode } from '@longwire/protocol';

/** A close frame without a code (RFC 6455 section 7.4.1). */
const NO_STATUS = 1005;

const FINAL_CODES: ReadonlySet<number> = new Set([
  CloseCode.deviceClosed,
  CloseCode.goingAway,
  NO_STATUS,
  CloseCode.tokenRejected,
]);

/**
 * Whether an established peer connection ends with its signaling: the page closed it or was left, or the token was revoked.
 * A page that reloads closes its socket but not its peer connection, which would occupy a session slot until ICE times out.
 */
export function endsWithSignaling(code: number): boolean {
  return FINAL_CODES.has(code);
}
