/** @module The words that go with a close code. */
import { CloseCode, CloseReason } from '@longwire/protocol';

/** Close codes that only this service uses: the rate, size and number of what a peer may send, and a device's newer attachment. */
export const ServiceCloseCode = {
  policyViolation: 1008,
  internalError: 1011,
  tryAgainLater: 1013,
  replaced: 4009,
} as const;

const REASONS: ReadonlyMap<number, string> = new Map<number, string>([
  [CloseCode.deviceClosed, 'device closed'],
  [CloseCode.serviceRestart, 'service restart'],
  [CloseCode.signalingDenied, 'device signaling denied'],
  [CloseCode.tokenRejected, 'base station token rejected'],
  [CloseCode.deviceOffline, 'device offline'],
  [CloseCode.unknownProduct, 'unknown product id'],
  [CloseCode.unknownDevice, 'unknown device id'],
  [CloseCode.connectionTimeout, 'connection timeout'],
  [CloseCode.deviceInternalError, 'device internal error'],
  [ServiceCloseCode.internalError, 'service internal error'],
  [ServiceCloseCode.tryAgainLater, CloseReason.tooManySessions],
  [ServiceCloseCode.replaced, 'replaced by a newer attachment'],
]);

/** What somebody is told whose network tries to log in too often. */
export const TOO_MANY_LOGINS = 'too many logins of this network';

/** 1013: the network of a socket has as many as it may have. */
export const TOO_MANY_SOCKETS = 'too many sockets of this network';

/** RFC 6455 section 5.5: a control frame carries 125 bytes, two of them the code. */
const MAX_REASON_BYTES = 123;

/** The usual words of a close code. */
export function closeReason(code: number): string {
  return REASONS.get(code) ?? '';
}

/** A reason short enough for a close frame, cut between characters. */
export function clipReason(reason: string): string {
  let clipped = '';
  let bytes = 0;
  for (const character of reason) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_REASON_BYTES) break;
    clipped += character;
  }
  return clipped;
}
