/** @module Why a session has no place at a device, where the close code alone does not say. */
import { CloseCode } from '../signaling/close-code.ts';
import * as CloseReason from '../signaling/close-reason.ts';
import { SignalingCloseError } from './signaling-close-error.ts';

/** RFC 6455's registry; the service of Longwire alone closes with it. */
const TRY_AGAIN_LATER = 1013;

/** Whether all places are taken, at the device or for it at the service: there is one as soon as somebody leaves. */
export function isDeviceFull(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied, CloseReason.deviceFull) || isServiceFull(error);
}

/** Whether the device gave this session's place to a newer one: before its login, or because its user held most places. */
export function hasGivenWay(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied, CloseReason.gaveWay);
}

/**
 * Whether a session may have a place once another one of the same client leaves. 4001 means that whatever its words are, of which devices
 * in the field have none; 1013 does not without them: networks that log in too often are told so too.
 */
export function takesNoSecond(error: unknown): boolean {
  return isClose(error, CloseCode.signalingDenied) || isServiceFull(error);
}

function isServiceFull(error: unknown): boolean {
  return isClose(error, TRY_AGAIN_LATER, CloseReason.tooManySessions);
}

/** The same words with another code are not meant: whoever sends them may say anything. */
function isClose(error: unknown, closeCode: number, reason?: string): boolean {
  return (
    error instanceof SignalingCloseError &&
    error.closeCode === closeCode &&
    (reason === undefined || error.reason === reason)
  );
}
