/** @module Recognises sessions refused or evicted because of a limit, where the close code alone is ambiguous. */
import { CloseCode } from '../signaling/close-code.ts';
import * as CloseReason from '../signaling/close-reason.ts';
import { SignalingCloseError } from './signaling-close-error.ts';

/** RFC 6455's registry; only Longwire's service closes with it. */
const TRY_AGAIN_LATER = 1013;

/** Whether every session slot of the device is taken, at the device or at the service; retrying helps as soon as a session ends. */
export function isDeviceFull(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied, CloseReason.deviceFull) || isServiceFull(error);
}

/** Whether the device evicted this session for a newer one: before its login, or because its user held the most sessions. */
export function wasEvicted(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied, CloseReason.evicted);
}

/**
 * Whether the refusal may be due to another session of the same client. 4001 means that with any reason, since
 * devices in the field send none; 1013 needs its reason, because it also refuses networks that log in too often.
 */
export function allowsOneConnection(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied) || isServiceFull(error);
}

function isServiceFull(error: unknown): boolean {
  return isClose(error, TRY_AGAIN_LATER, CloseReason.tooManySessions);
}

/** The reason alone proves nothing: the code has to match as well. */
function isClose(error: unknown, closeCode: number, reason?: string): boolean {
  return (
    error instanceof SignalingCloseError &&
    error.closeCode === closeCode &&
    (reason === undefined || error.reason === reason)
  );
}
