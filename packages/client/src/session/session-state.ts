/** @module The state of a session as applications see it. */
import type { EdgeError } from '@longwire/protocol';
import type { SessionPhase } from './session-phase.ts';

/** The state of a session. */
export interface SessionState {
  /**
   * `connecting` until it is ready for the first time; `ready`: calls are sent; `recovering`: calls wait for the next connection;
   * `ended` is final.
   */
  readonly kind: 'connecting' | 'ready' | 'recovering' | 'ended';
  /** Why the session is not ready, why a ready one opens a new connection, or why it has ended; absent if the application ended it. */
  readonly reason?: EdgeError;
  /** The number of the attempt in progress or coming next, from 1. */
  readonly attempt?: number;
  /** Milliseconds from this state change until the next attempt starts; absent while one is in progress. */
  readonly nextTryMs?: number;
}

/** The names of the states. */
export type SessionStateName = SessionState['kind'];

/** The state of a phase. */
export function stateOf<Link>(phase: SessionPhase<Link>): SessionState {
  const { kind } = phase;
  if (phase.kind === 'ended') return withReason({ kind }, phase.reason);
  const { plan } = phase;
  const isImpaired = phase.kind === 'ready' && phase.needsNoSignaling !== true;
  const reason = plan?.reason ?? (isImpaired ? phase.signaling : undefined);
  if (plan === undefined) return withReason({ kind }, reason);
  const { attempt, step, delayMs } = plan;
  return withReason({ kind, attempt, ...(step === 'waiting' && { nextTryMs: delayMs }) }, reason);
}

/** Whether two states are the same for an application. */
export function isSameState(one: SessionState, other: SessionState): boolean {
  return (
    one.kind === other.kind &&
    one.reason === other.reason &&
    one.attempt === other.attempt &&
    one.nextTryMs === other.nextTryMs
  );
}

function withReason(state: SessionState, reason: EdgeError | undefined): SessionState {
  return reason === undefined ? state : { ...state, reason };
}
