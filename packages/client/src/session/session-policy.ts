/** @module What a session survives and how it recovers, as data. */
import type { BackOff, EdgeError } from '@longwire/protocol';
import type { ClosePolicy } from '../connection/close-policy.ts';
import { recoveryRuleOf, type Pace, type RecoveryRule } from './recovery-rule.ts';

/** What a session survives and how it recovers. */
export interface SessionPolicy {
  /** What ends one connection of the session; the session then opens the next. */
  readonly connection: ClosePolicy;
  readonly paces: Readonly<Record<Pace, BackOff>>;
  /** What to do about an error. */
  readonly ruleOf: (error: EdgeError) => RecoveryRule;
  /** When a connection that lost signaling gets a successor, so that tracks can be added again. */
  readonly signalingReturn: 'by-itself' | 'when-needed';
  /** Maximum number of attempts in a row before the session ends; a change of the network starts the count again. No limit by default. */
  readonly maxAttempts?: number;
}

/** How long `disconnected` may last, in milliseconds: ICE checks come every 2.5 s at most (RFC 7675 section 5.1). */
const DISCONNECTED_GRACE_MS = 4000;

/** The default policy. */
export const sessionPolicy: SessionPolicy = {
  connection: {
    iceStates: ['closed', 'failed', 'disconnected'],
    disconnectedGraceMs: DISCONNECTED_GRACE_MS,
    onSignalingLoss: 'stay',
  },
  paces: {
    short: { floorMs: 0, baseMs: 500, capMs: 2000 },
    quick: { floorMs: 0, baseMs: 500, capMs: 30_000 },
    patient: { floorMs: 1000, baseMs: 4000, capMs: 60_000 },
    reluctant: { floorMs: 15_000, baseMs: 30_000, capMs: 120_000 },
  },
  ruleOf: recoveryRuleOf,
  signalingReturn: 'by-itself',
};
