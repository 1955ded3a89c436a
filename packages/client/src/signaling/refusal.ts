/** @module Which ends of a socket may be a service's answer to messages that came too early for it. */
import { CloseCode, isTokenUnchecked } from '@longwire/protocol/base';
import type { SignalingLoss } from './signaling-socket.ts';

/** Ends that have a meaning of their own: SPEC.md section 8, and a service that goes away, restarts or is full (RFC 6455 section 7.4). */
const VERDICTS: ReadonlySet<number> = new Set([...Object.values(CloseCode), 1013]);

/** Whether the same socket might have lived, had it been sent one step at a time. */
export function mayBeRefusal(loss: SignalingLoss): boolean {
  return loss.type === 'signaling-failed' || !(VERDICTS.has(loss.closeCode) || isTokenUnchecked(loss));
}
