/** @module The phases of a session and the one pure function that moves between them. */
import type { ErrorCode } from '@longwire/protocol';
import { assertNever, EdgeError, takesNoSecond } from '@longwire/protocol/base';
import type { NetworkHint } from './network.ts';
import type { Pace } from './recovery-rule.ts';
import { backOffMs, type SessionPolicy } from './session-policy.ts';

/** The next connection: being opened, or waited for. A plan is one try; another object is another try. */
export interface Plan {
  readonly step: 'trying' | 'waiting';
  /** Which try it is, from 1. */
  readonly attempt: number;
  /** What made it necessary, or how the last try failed. */
  readonly reason: EdgeError | undefined;
  /** How often in a row a try failed with the reason's code, under a rule of as many tries. */
  readonly inRow: number;
  readonly pace: Pace;
  /** How often in a row this pace was kept. */
  readonly inPace: number;
  /** How long it waits, in milliseconds. */
  readonly delayMs: number;
  /** The connection that stands is not trusted any more, rather than only without signaling. */
  readonly isUrgent: boolean;
}

/** Where a session stands; each phase has exactly what belongs to it. */
export type SessionPhase<Link> =
  | { readonly kind: 'connecting'; readonly plan: Plan }
  | {
      readonly kind: 'ready';
      readonly link: Link;
      /** The successor of the link. */
      readonly plan: Plan | undefined;
      /** Why the link has no signaling any more. */
      readonly signaling: EdgeError | undefined;
      /** It does without: what it said last explains how the link ends, and changes nothing else. */
      readonly needsNoSignaling?: true;
      /** How many links became ready since one lasted. */
      readonly strikes: number;
    }
  | { readonly kind: 'recovering'; readonly plan: Plan; readonly strikes: number }
  | { readonly kind: 'ended'; readonly reason: EdgeError | undefined };

/** What moves a session. */
export type SessionEvent<Link> =
  | { readonly type: 'established'; readonly link: Link }
  | { readonly type: 'failed'; readonly error: EdgeError }
  | { readonly type: 'lost'; readonly error: EdgeError }
  | { readonly type: 'signaling-lost'; readonly error: EdgeError; readonly isNeeded: boolean }
  | { readonly type: 'negotiation-needed' }
  | { readonly type: 'hint'; readonly hint: Exclude<NetworkHint, 'offline'> }
  | { readonly type: 'due' }
  | { readonly type: 'hurry' }
  | { readonly type: 'steady' }
  | { readonly type: 'end'; readonly reason: EdgeError | undefined };

/** What the function decides by. */
export interface PhaseContext {
  readonly policy: SessionPolicy;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly hasFreshTokens: boolean;
  readonly isOnline: boolean;
}

/** How long a try waits while the machine says that it has no network, in milliseconds; news end the wait. */
export const OFFLINE_WAIT_MS = 30_000;

/** Links that may become ready and be lost at once before the next try has to wait. */
const FREE_STRIKES = 1;

/** What the device or the service said about the session itself; the end of the peer connection that follows is no reason. */
const VERDICTS: ReadonlySet<ErrorCode> = new Set([
  'ERR_DEVICE_CLOSED',
  'ERR_SIGNALING_DENIED',
  'ERR_TOKEN_REJECTED',
  'ERR_DEVICE_INTERNAL',
]);
const SILENT_ENDS: ReadonlySet<ErrorCode> = new Set(['ERR_PEER_FAILED', 'ERR_CHANNEL_CLOSED']);

/** The plan of a session that begins. */
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

/** The phase after an event; the same object where the event means nothing in it. */
export function nextPhase<Link>(
  phase: SessionPhase<Link>,
  event: SessionEvent<Link>,
  context: PhaseContext,
): SessionPhase<Link> {
  if (phase.kind === 'ended') return phase;
  switch (event.type) {
    case 'established':
      return afterEstablished(phase, event.link);
    case 'failed':
      return afterFailure(phase, event.error, context);
    case 'lost':
      return afterLoss(phase, event.error, context);
    case 'signaling-lost':
      return afterSignalingLoss(phase, event, context);
    case 'negotiation-needed':
      return afterNeed(phase);
    case 'hint':
      return afterHint(phase, event.hint, context);
    case 'due':
      return afterWait(phase, context);
    case 'hurry':
      return phase.plan?.step === 'waiting' ? { ...phase, plan: begun(phase.plan) } : phase;
    case 'steady':
      return phase.kind === 'ready' && phase.strikes > 0 ? { ...phase, strikes: 0 } : phase;
    case 'end':
      return { kind: 'ended', reason: event.reason };
    default:
      return assertNever(event);
  }
}

type Open<Link> = Exclude<SessionPhase<Link>, { kind: 'ended' }>;

function afterEstablished<Link>(phase: Open<Link>, link: Link): SessionPhase<Link> {
  if (phase.plan?.step !== 'trying') return phase;
  const strikes = phase.kind === 'connecting' ? 1 : phase.strikes + 1;
  return { kind: 'ready', link, plan: undefined, signaling: undefined, strikes };
}

function afterFailure<Link>(phase: Open<Link>, error: EdgeError, context: PhaseContext): SessionPhase<Link> {
  const { plan } = phase;
  if (plan?.step !== 'trying') return phase;
  // A device that takes one connection and no second: the one that is in doubt gives way.
  if (phase.kind === 'ready' && plan.isUrgent && takesNoSecond(error)) {
    const next: Plan = { ...plan, attempt: plan.attempt + 1, reason: error, inRow: 1 };
    return { kind: 'recovering', plan: next, strikes: phase.strikes };
  }
  const next = planAfter(plan, error, context);
  if (phase.kind === 'ready') return { ...phase, plan: next };
  return next === undefined ? { kind: 'ended', reason: error } : { ...phase, plan: next };
}

function afterLoss<Link>(phase: Open<Link>, error: EdgeError, context: PhaseContext): SessionPhase<Link> {
  if (phase.kind !== 'ready') return phase;
  const { plan, signaling, strikes } = phase;
  if (plan?.step === 'trying') return { kind: 'recovering', plan, strikes };
  const isExplained = signaling !== undefined && VERDICTS.has(signaling.code) && SILENT_ENDS.has(error.code);
  const reason = isExplained ? signaling : error;
  const first = planOf(reason, { inPace: strikes, isUrgent: true, isLoss: strikes <= FREE_STRIKES }, context);
  return first === undefined ? { kind: 'ended', reason } : { kind: 'recovering', plan: first, strikes };
}

function afterSignalingLoss<Link>(
  phase: Open<Link>,
  { error, isNeeded }: { readonly error: EdgeError; readonly isNeeded: boolean },
  context: PhaseContext,
): SessionPhase<Link> {
  if (phase.kind !== 'ready' || phase.signaling !== undefined) return phase;
  const isWanted = isNeeded && phase.plan === undefined && context.policy.signalingReturn === 'by-itself';
  const plan = isWanted ? planOf(error, { inPace: 1, isUrgent: false, isLoss: false }, context) : phase.plan;
  return { ...phase, signaling: error, plan, ...(!isNeeded && { needsNoSignaling: true }) };
}

/** What the link cannot do without signaling is wanted now. */
function afterNeed<Link>(phase: Open<Link>): SessionPhase<Link> {
  if (phase.kind !== 'ready' || phase.signaling === undefined || phase.plan?.step === 'trying') return phase;
  const plan = phase.plan ?? { ...FIRST_PLAN, reason: phase.signaling, isUrgent: false };
  return { ...phase, plan: begun(plan) };
}

/** The network is another: what is being tried was begun on the old one, and what stands may not answer any more. */
function afterHint<Link>(
  phase: Open<Link>,
  hint: Exclude<NetworkHint, 'offline'>,
  { policy }: PhaseContext,
): SessionPhase<Link> {
  if (phase.kind === 'ready') {
    const reason = new EdgeError('ERR_NETWORK_CHANGED', `network expected to stay, got news: ${hint}`);
    return { ...phase, plan: { ...FIRST_PLAN, reason } };
  }
  const { reason } = phase.plan;
  if (phase.plan.step === 'waiting' && reason !== undefined && !policy.ruleOf(reason).mayHurry) return phase;
  return { ...phase, plan: { ...FIRST_PLAN, reason } };
}

function afterWait<Link>(phase: Open<Link>, { isOnline }: PhaseContext): SessionPhase<Link> {
  const { plan } = phase;
  if (plan?.step !== 'waiting') return phase;
  return { ...phase, plan: isOnline ? begun(plan) : { ...plan, delayMs: OFFLINE_WAIT_MS } };
}

/** The try of a plan, without a wait. */
function begun(plan: Plan): Plan {
  return { ...plan, step: 'trying', delayMs: 0 };
}

function planAfter(plan: Plan, error: EdgeError, context: PhaseContext): Plan | undefined {
  const { policy, random, hasFreshTokens } = context;
  const rule = policy.ruleOf(error);
  const { reason } = plan;
  // One code may stand for a wait without end and for a few tries: what was borne of the one does not count for the other.
  const isSame = reason?.code === error.code && policy.ruleOf(reason).tries === rule.tries;
  const inRow = isSame ? plan.inRow + 1 : 1;
  const attempt = plan.attempt + 1;
  if (inRow > rule.tries || attempt > (policy.maxAttempts ?? attempt)) return undefined;
  if (rule.needsFreshToken && !hasFreshTokens) return undefined;
  const { pace } = rule;
  const inPace = plan.pace === pace ? plan.inPace + 1 : 1;
  const common = { attempt, reason: error, inRow, pace, inPace, isUrgent: plan.isUrgent };
  if (rule.atOnce === 'always') return { ...common, step: 'trying', delayMs: 0 };
  return { ...common, step: 'waiting', delayMs: backOffMs(policy.paces[pace], inPace, random()) };
}

interface Loss {
  readonly inPace: number;
  readonly isUrgent: boolean;
  /** A link that was good is lost. */
  readonly isLoss: boolean;
}

/** The first plan after a link, or its signaling, was lost. */
function planOf(reason: EdgeError, loss: Loss, context: PhaseContext): Plan | undefined {
  const { atOnce } = context.policy.ruleOf(reason);
  const before: Plan = { ...FIRST_PLAN, attempt: 0, inPace: loss.inPace - 1, isUrgent: loss.isUrgent };
  const plan = planAfter(before, reason, context);
  if (plan === undefined || !loss.isLoss || atOnce !== 'after-loss') return plan;
  return begun(plan);
}
