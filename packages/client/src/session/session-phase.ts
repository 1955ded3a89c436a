/** @module The phases of a session and the one pure function that moves between them. */
import type { ErrorCode } from '@longwire/protocol';
import { assertNever, EdgeError, allowsOneConnection } from '@longwire/protocol/base';
import type { NetworkHint } from './network.ts';
import { begun, FIRST_PLAN, planAfter, planAfterLoss, type Plan, type PlanContext } from './session-plan.ts';

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
  | { readonly type: 'hint'; readonly hint: NetworkHint }
  | { readonly type: 'due' }
  | { readonly type: 'retry-now' }
  | { readonly type: 'steady' }
  | { readonly type: 'end'; readonly reason: EdgeError | undefined };

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

/** The phase after an event; the same object where the event has no effect. */
export function nextPhase<Link>(
  phase: SessionPhase<Link>,
  event: SessionEvent<Link>,
  context: PlanContext,
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
      return afterWait(phase);
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

function afterFailure<Link>(phase: Open<Link>, error: EdgeError, context: PlanContext): SessionPhase<Link> {
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

function afterLoss<Link>(phase: Open<Link>, error: EdgeError, context: PlanContext): SessionPhase<Link> {
  if (phase.kind !== 'ready') return phase;
  const { plan, signaling, rapidLosses } = phase;
  if (plan?.step === 'trying') return { kind: 'recovering', plan, rapidLosses };
  const isExplained = signaling !== undefined && VERDICTS.has(signaling.code) && SILENT_ENDS.has(error.code);
  const reason = isExplained ? signaling : error;
  const first = planAfterLoss(
    reason,
    { inPace: rapidLosses, isUrgent: true, isLoss: rapidLosses <= FREE_RAPID_LOSSES },
    context,
  );
  return first === undefined ? { kind: 'ended', reason } : { kind: 'recovering', plan: first, rapidLosses };
}

function afterSignalingLoss<Link>(
  phase: Open<Link>,
  { error, isNeeded }: { readonly error: EdgeError; readonly isNeeded: boolean },
  context: PlanContext,
): SessionPhase<Link> {
  if (phase.kind !== 'ready' || phase.signaling !== undefined) return phase;
  const isWanted = isNeeded && phase.plan === undefined && context.policy.signalingReturn === 'by-itself';
  const plan = isWanted
    ? planAfterLoss(error, { inPace: 1, isUrgent: false, isLoss: false }, context)
    : phase.plan;
  return { ...phase, signaling: error, plan, ...(!isNeeded && { needsNoSignaling: true }) };
}

/** A call needs negotiation: if the link has lost signaling, its successor starts now. */
function afterNeed<Link>(phase: Open<Link>): SessionPhase<Link> {
  if (phase.kind !== 'ready' || phase.signaling === undefined || phase.plan?.step === 'trying') return phase;
  const plan = phase.plan ?? { ...FIRST_PLAN, reason: phase.signaling, isUrgent: false };
  return { ...phase, plan: begun(plan) };
}

/** The network changed: an attempt in progress belongs to the old one, and the connection in use may be dead. */
function afterHint<Link>(phase: Open<Link>, hint: NetworkHint, { policy }: PlanContext): SessionPhase<Link> {
  if (phase.kind === 'ready') {
    const reason = new EdgeError('ERR_NETWORK_CHANGED', `the network changed: ${hint}`);
    return { ...phase, plan: { ...FIRST_PLAN, reason } };
  }
  const { reason } = phase.plan;
  if (phase.plan.step === 'waiting' && reason !== undefined && !policy.ruleOf(reason).endsWaitOnHint)
    return phase;
  return { ...phase, plan: { ...FIRST_PLAN, reason } };
}

function afterWait<Link>(phase: Open<Link>): SessionPhase<Link> {
  const { plan } = phase;
  return plan?.step === 'waiting' ? { ...phase, plan: begun(plan) } : phase;
}

/** The plan of a phase, if it has one. */
export function planOf<Link>(phase: SessionPhase<Link>): Plan | undefined {
  return phase.kind === 'ended' ? undefined : phase.plan;
}

/** The link in use in a phase, if there is one. */
export function linkOf<Link>(phase: SessionPhase<Link>): Link | undefined {
  return phase.kind === 'ready' ? phase.link : undefined;
}
