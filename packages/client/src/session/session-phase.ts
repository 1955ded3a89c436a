/** @module The phases of a session and the one pure function that moves between them. */
import type { ErrorCode } from '@longwire/protocol';
import { assertNever, backOffMs, EdgeError, allowsOneConnection } from '@longwire/protocol/base';
import type { NetworkHint } from './network.ts';
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

/** The phase of a session; each carries exactly its own data. */
export type SessionPhase<Link> =
  | { readonly kind: 'connecting'; readonly plan: Plan }
  | {
      readonly kind: 'ready';
      readonly link: Link;
      /** The successor of the link. */
      readonly plan: Plan | undefined;
      /** Why the link has lost signaling. */
      readonly signaling: EdgeError | undefined;
      /** The link works without signaling: the last close of signaling only explains why the link ends later. */
      readonly needsNoSignaling?: true;
      /** How many links became ready since one last stayed up: more than one means rapid losses. */
      readonly rapidLosses: number;
    }
  | { readonly kind: 'recovering'; readonly plan: Plan; readonly rapidLosses: number }
  | { readonly kind: 'ended'; readonly reason: EdgeError | undefined };

/** An event that moves a session to another phase. */
export type SessionEvent<Link> =
  | { readonly type: 'established'; readonly link: Link }
  | { readonly type: 'failed'; readonly error: EdgeError }
  | { readonly type: 'lost'; readonly error: EdgeError }
  | { readonly type: 'signaling-lost'; readonly error: EdgeError; readonly isNeeded: boolean }
  | { readonly type: 'negotiation-needed' }
  | { readonly type: 'hint'; readonly hint: Exclude<NetworkHint, 'offline'> }
  | { readonly type: 'due' }
  | { readonly type: 'retry-now' }
  | { readonly type: 'steady' }
  | { readonly type: 'end'; readonly reason: EdgeError | undefined };

/** Facts that {@link nextPhase} decides by. */
export interface PhaseContext {
  readonly policy: SessionPolicy;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly hasFreshTokens: boolean;
  readonly isOnline: boolean;
}

/** How long an attempt waits while the machine reports no network, in milliseconds; a network hint ends the wait. */
export const OFFLINE_WAIT_MS = 30_000;

/**
 * Time limit of connecting after a loss, in milliseconds: an attempt that began while the line was dead hangs, because TCP repeats its first
 * packets ever more rarely.
 */
export const RECONNECT_TIMEOUT_MS = 10_000;

/** Links that may be lost right after they became ready before the next attempt has to wait. */
const FREE_RAPID_LOSSES = 1;

/** Close reasons of the device or the service that concern the session itself and explain the end of the peer connection that follows. */
const VERDICTS: ReadonlySet<ErrorCode> = new Set([
  'ERR_DEVICE_CLOSED',
  'ERR_SIGNALING_DENIED',
  'ERR_TOKEN_REJECTED',
  'ERR_DEVICE_INTERNAL',
]);
const SILENT_ENDS: ReadonlySet<ErrorCode> = new Set(['ERR_PEER_FAILED', 'ERR_CHANNEL_CLOSED']);

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

/** The phase after an event; the same object where the event has no effect. */
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
    case 'retry-now':
      return phase.plan?.step === 'waiting' ? { ...phase, plan: begun(phase.plan) } : phase;
    case 'steady':
      return phase.kind === 'ready' && phase.rapidLosses > 0 ? { ...phase, rapidLosses: 0 } : phase;
    case 'end':
      return { kind: 'ended', reason: event.reason };
    default:
      return assertNever(event);
  }
}

type Open<Link> = Exclude<SessionPhase<Link>, { kind: 'ended' }>;

function afterEstablished<Link>(phase: Open<Link>, link: Link): SessionPhase<Link> {
  if (phase.plan?.step !== 'trying') return phase;
  const rapidLosses = phase.kind === 'connecting' ? 1 : phase.rapidLosses + 1;
  return { kind: 'ready', link, plan: undefined, signaling: undefined, rapidLosses };
}

function afterFailure<Link>(phase: Open<Link>, error: EdgeError, context: PhaseContext): SessionPhase<Link> {
  const { plan } = phase;
  if (plan?.step !== 'trying') return phase;
  // The device accepts only one connection: close the one in doubt and try again.
  if (phase.kind === 'ready' && plan.isUrgent && allowsOneConnection(error)) {
    const next: Plan = { ...plan, attempt: plan.attempt + 1, reason: error, inRow: 1 };
    return { kind: 'recovering', plan: next, rapidLosses: phase.rapidLosses };
  }
  const next = planAfter(plan, error, context);
  if (phase.kind === 'ready') return { ...phase, plan: next };
  return next === undefined ? { kind: 'ended', reason: error } : { ...phase, plan: next };
}

function afterLoss<Link>(phase: Open<Link>, error: EdgeError, context: PhaseContext): SessionPhase<Link> {
  if (phase.kind !== 'ready') return phase;
  const { plan, signaling, rapidLosses } = phase;
  if (plan?.step === 'trying') return { kind: 'recovering', plan, rapidLosses };
  const isExplained = signaling !== undefined && VERDICTS.has(signaling.code) && SILENT_ENDS.has(error.code);
  const reason = isExplained ? signaling : error;
  const first = planOf(
    reason,
    { inPace: rapidLosses, isUrgent: true, isLoss: rapidLosses <= FREE_RAPID_LOSSES },
    context,
  );
  return first === undefined ? { kind: 'ended', reason } : { kind: 'recovering', plan: first, rapidLosses };
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

/** A call needs negotiation: if the link has lost signaling, its successor starts now. */
function afterNeed<Link>(phase: Open<Link>): SessionPhase<Link> {
  if (phase.kind !== 'ready' || phase.signaling === undefined || phase.plan?.step === 'trying') return phase;
  const plan = phase.plan ?? { ...FIRST_PLAN, reason: phase.signaling, isUrgent: false };
  return { ...phase, plan: begun(plan) };
}

/** The network changed: an attempt in progress belongs to the old one, and the connection in use may be dead. */
function afterHint<Link>(
  phase: Open<Link>,
  hint: Exclude<NetworkHint, 'offline'>,
  { policy }: PhaseContext,
): SessionPhase<Link> {
  if (phase.kind === 'ready') {
    const reason = new EdgeError('ERR_NETWORK_CHANGED', `the network changed: ${hint}`);
    return { ...phase, plan: { ...FIRST_PLAN, reason } };
  }
  const { reason } = phase.plan;
  if (phase.plan.step === 'waiting' && reason !== undefined && !policy.ruleOf(reason).endsWaitOnHint)
    return phase;
  return { ...phase, plan: { ...FIRST_PLAN, reason } };
}

function afterWait<Link>(phase: Open<Link>, { isOnline }: PhaseContext): SessionPhase<Link> {
  const { plan } = phase;
  if (plan?.step !== 'waiting') return phase;
  return { ...phase, plan: isOnline ? begun(plan) : { ...plan, delayMs: OFFLINE_WAIT_MS } };
}

/** The same plan, started without a wait. */
function begun(plan: Plan): Plan {
  return { ...plan, step: 'trying', delayMs: 0 };
}

function planAfter(plan: Plan, error: EdgeError, context: PhaseContext): Plan | undefined {
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

interface Loss {
  readonly inPace: number;
  readonly isUrgent: boolean;
  /** The lost link was good. */
  readonly isLoss: boolean;
}

/** The first plan after the loss of a link or of its signaling. */
function planOf(reason: EdgeError, loss: Loss, context: PhaseContext): Plan | undefined {
  const { immediate } = context.policy.ruleOf(reason);
  const before: Plan = { ...FIRST_PLAN, attempt: 0, inPace: loss.inPace - 1, isUrgent: loss.isUrgent };
  const plan = planAfter(before, reason, context);
  if (plan === undefined || !loss.isLoss || immediate !== 'after-loss') return plan;
  return begun(plan);
}

/** The time limit of an attempt: shorter where the session was connected before, and longer again with each attempt in a row that it ended. */
export function attemptTimeoutMs<Link>(
  phase: SessionPhase<Link>,
  { reason, inRow, isUrgent }: Plan,
  connectTimeoutMs: number,
): number {
  if (phase.kind === 'connecting' || !isUrgent) return connectTimeoutMs;
  const timeouts = reason?.code === 'ERR_CONNECT_TIMEOUT' ? inRow : 0;
  return Math.min(connectTimeoutMs, RECONNECT_TIMEOUT_MS * (1 + timeouts));
}
