/** @module What the end of a client's signaling says about the client. */
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
 * Whether a peer connection that stands ends with its signaling: the page closed it or went away, or the token was revoked.
 * A page that is reloaded closes its socket and not its peer connection, which would keep its place until ICE notices.
 */
export function endsWithSignaling(code: number): boolean {
  return FINAL_CODES.has(code);
}
