/** @module Recognises socket closes that may be a service's response to messages it did not expect yet. */
import { CloseCode, isTokenUnchecked } from '@longwire/protocol/base';
import type { SignalingLoss } from './signaling-socket.ts';

/** Closes with their own meaning: SPEC.md section 8, and a service that goes away, restarts or is full (RFC 6455 section 7.4). */
const VERDICTS: ReadonlySet<number> = new Set([...Object.values(CloseCode), 1013]);

/** Whether the socket might have survived the sequential handshake. */
export function mayBeRefusal(loss: SignalingLoss): boolean {
  return loss.type === 'signaling-failed' || !(VERDICTS.has(loss.closeCode) || isTokenUnchecked(loss));
}
