/** @module The plans of a session: which attempt comes next, how long it waits, and how long it may take. */
import { backOffMs, type EdgeError } from '@longwire/protocol/base';
import type { Pace } from './recovery-rule.ts';
import type { SessionPolicy } from './session-policy.ts';

/** The next connection: being opened, or scheduled. A plan is one attempt; another object is another attempt. */
export interface Plan {
  readonly step: 'trying' | 'waiting';
  /** The attempt's number, from 1. */
  readonly attempt: number;
  /** What made it necessary, or how the last attempt failed. */
  readonly reason: EdgeError | undefined;
  /** How often in a row an attempt failed with the reason's code, under a rule with the same number of tries. */
  readonly inRow: number;
  readonly pace: Pace;
  /** How many waits in a row used this pace. */
  readonly inPace: number;
  /** The wait before the attempt, in milliseconds. */
  readonly delayMs: number;
  /** The connection in use may be dead, rather than only without signaling. */
  readonly isUrgent: boolean;
}

/** Facts that plans and phases are decided by. */
export interface PlanContext {
  readonly policy: SessionPolicy;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly hasFreshTokens: boolean;
}

/**
 * Time limit of connecting after a loss, in milliseconds: an attempt that began while the line was dead hangs, because TCP repeats its first
 * packets ever more rarely.
 */
export const RECONNECT_TIMEOUT_MS = 10_000;

/** The first plan of a session. */
export const FIRST_PLAN: Plan = {
  step: 'trying',
  attempt: 1,
  reason: undefined,
  inRow: 0,
  pace: 'quick',
  inPace: 0,
  delayMs: 0,
  isUrgent: true,
};

/** The plan, started without a wait. */
export function begun(plan: Plan): Plan {
  return { ...plan, step: 'trying', delayMs: 0 };
}

/** The next plan after an attempt failed; undefined where no further attempt would help. */
export function planAfter(plan: Plan, error: EdgeError, context: PlanContext): Plan | undefined {
  const { policy, random, hasFreshTokens } = context;
  const rule = policy.ruleOf(error);
  const { reason } = plan;
  // One code may have two rules, with endless and with few tries: failures under one do not count for the other.
  const isSame = reason?.code === error.code && policy.ruleOf(reason).tries === rule.tries;
  const inRow = isSame ? plan.inRow + 1 : 1;
  const attempt = plan.attempt + 1;
  if (inRow > rule.tries || attempt > (policy.maxAttempts ?? attempt)) return undefined;
  if (rule.needsFreshToken && !hasFreshTokens) return undefined;
  const { pace } = rule;
  const inPace = plan.pace === pace ? plan.inPace + 1 : 1;
  const common = { attempt, reason: error, inRow, pace, inPace, isUrgent: plan.isUrgent };
  if (rule.immediate === 'always') return { ...common, step: 'trying', delayMs: 0 };
  return { ...common, step: 'waiting', delayMs: backOffMs(policy.paces[pace], inPace, random()) };
}

/** How a link was lost. */
export interface Loss {
  readonly inPace: number;
  readonly isUrgent: boolean;
  /** The lost link was good. */
  readonly isLoss: boolean;
}

/** The first plan after the loss of a link or of its signaling. */
export function planAfterLoss(reason: EdgeError, loss: Loss, context: PlanContext): Plan | undefined {
  const { immediate } = context.policy.ruleOf(reason);
  const before: Plan = { ...FIRST_PLAN, attempt: 0, inPace: loss.inPace - 1, isUrgent: loss.isUrgent };
  const plan = planAfter(before, reason, context);
  if (plan === undefined || !loss.isLoss || immediate !== 'after-loss') return plan;
  return begun(plan);
}

/** The time limit of an attempt: shorter where the session was connected before, and longer again with each attempt in a row that it ended. */
export function attemptTimeoutMs(
  { reason, inRow, isUrgent }: Plan,
  wasConnected: boolean,
  connectTimeoutMs: number,
): number {
  if (!wasConnected || !isUrgent) return connectTimeoutMs;
  const timeouts = reason?.code === 'ERR_CONNECT_TIMEOUT' ? inRow : 0;
  return Math.min(connectTimeoutMs, RECONNECT_TIMEOUT_MS * (1 + timeouts));
}
