/** @module What an application sees of where its session stands. */
import type { EdgeError } from '@longwire/protocol';
import type { SessionPhase } from './session-phase.ts';

/** Where a session stands. */
export interface SessionState {
  /**
   * `connecting` until it was ready once; `ready`: calls go out; `recovering`: calls wait for the next connection;
   * `ended` for good.
   */
  readonly kind: 'connecting' | 'ready' | 'recovering' | 'ended';
  /** Why it is not ready, why a ready one makes a new connection, or why it has ended; none where the application ended it. */
  readonly reason?: EdgeError;
  /** Which try is under way or comes next, from 1. */
  readonly attempt?: number;
  /** How long after this state was told the next try begins, in milliseconds; absent while one is under way. */
  readonly nextTryMs?: number;
}

/** The names of the states. */
export type SessionStateName = SessionState['kind'];

/** The state of a phase. */
export function stateOf<Link>(phase: SessionPhase<Link>): SessionState {
  const { kind } = phase;
  if (phase.kind === 'ended') return withReason({ kind }, phase.reason);
  const { plan } = phase;
  const isDeaf = phase.kind === 'ready' && phase.needsNoSignaling !== true;
  const reason = plan?.reason ?? (isDeaf ? phase.signaling : undefined);
  if (plan === undefined) return withReason({ kind }, reason);
  const { attempt, step, delayMs } = plan;
  return withReason({ kind, attempt, ...(step === 'waiting' && { nextTryMs: delayMs }) }, reason);
}

function withReason(state: SessionState, reason: EdgeError | undefined): SessionState {
  return reason === undefined ? state : { ...state, reason };
}
