/** @module Close codes of this service and their reasons. */
import { CloseCode, CloseReason } from '@longwire/protocol';

/**
 * Close codes that only this service uses: for limits on rate, size and number, and for a device's newer
 * attachment.
 */
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

/** Reason for closing when a network tries to log in too often. */
export const TOO_MANY_LOGINS = 'too many logins of this network';

/** 1013: the network has reached its limit of sockets. */
export const TOO_MANY_SOCKETS = 'too many sockets of this network';

/** 1013: the node has reached its limit of clients that wait for a device. */
export const TOO_MANY_WAITING = 'too many clients wait for devices';

/** 1013: the same for one connection token. */
export const TOO_MANY_WAITING_PER_TOKEN = 'too many clients wait with this token';

/** 1000: the device that the client waited for has attached. */
export const DEVICE_ATTACHED = 'device attached';

/** RFC 6455 section 5.5: a control frame carries 125 bytes, two of them the code. */
const MAX_REASON_BYTES = 123;

/** The default reason of a close code. */
export function closeReason(code: number): string {
  return REASONS.get(code) ?? '';
}

/** Truncates a reason to fit a close frame, between characters. */
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
