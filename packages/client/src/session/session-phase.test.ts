/** @module Every transition between the phases of a session; each title names the transition. */
import { CloseReason, EdgeError, SignalingCloseError, type ErrorCode } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPhase, type SessionEvent, type SessionPhase } from './session-phase.ts';
import {
  attemptTimeoutMs,
  FIRST_PLAN,
  RECONNECT_TIMEOUT_MS,
  type Plan,
  type PlanContext,
} from './session-plan.ts';
import { sessionPolicy } from './session-policy.ts';
import { stateOf } from './session-state.ts';

type Phase = SessionPhase<string>;
type Event = SessionEvent<string>;

const context: PlanContext = {
  policy: sessionPolicy,
  random: () => 0.5,
  hasFreshTokens: true,
};
const error = (code: ErrorCode): EdgeError => new EdgeError(code, code);
const closed = (code: number, reason?: string): EdgeError => SignalingCloseError.fromCloseCode(code, reason);
const plan = (changes: Partial<Plan> = {}): Plan => ({ ...FIRST_PLAN, ...changes });
const waiting = (code: ErrorCode, changes: Partial<Plan> = {}): Plan =>
  plan({ step: 'waiting', reason: error(code), inRow: 1, delayMs: 250, ...changes });
const connecting = (own: Plan = plan()): Phase => ({ kind: 'connecting', plan: own });
const recovering = (own: Plan = plan()): Phase => ({ kind: 'recovering', plan: own, rapidLosses: 1 });
const ready = (changes: Partial<Extract<Phase, { kind: 'ready' }>> = {}): Phase => ({
  kind: 'ready',
  link: 'old',
  plan: undefined,
  signaling: undefined,
  rapidLosses: 1,
  ...changes,
});
const ended: Phase = { kind: 'ended', reason: undefined };
const move = (phase: Phase, event: Event, changes: Partial<PlanContext> = {}): Phase =>
  nextPhase(phase, event, { ...context, ...changes });
const failed = (code: ErrorCode): Event => ({ type: 'failed', error: error(code) });
/** Waits and fails with the same error, the given number of times. */
const failRepeatedly = (phase: Phase, cause: EdgeError, times: number): Phase => {
  let next = phase;
  for (let count = 0; count < times; count += 1) {
    next = move(move(next, { type: 'due' }), { type: 'failed', error: cause });
  }
  return next;
};
const lost = (code: ErrorCode): Event => ({ type: 'lost', error: error(code) });
const hint: Event = { type: 'hint', hint: 'online' };

describe('retry-now', () => {
  test.each([
    ['connecting', connecting(waiting('ERR_DEVICE_OFFLINE', { attempt: 3 }))],
    ['recovering', recovering(waiting('ERR_RATE_LIMITED', { attempt: 3 }))],
    ['ready with a waiting successor', ready({ plan: waiting('ERR_WEBSOCKET', { attempt: 3 }) })],
  ])('%s + retry-now → the same attempt, now', (_name, phase) => {
    const after = move(phase, { type: 'retry-now' });
    expect(after).toMatchObject({ kind: phase.kind, plan: { step: 'trying', attempt: 3, delayMs: 0 } });
  });

  test.each([
    ['connecting', connecting()],
    ['ready', ready()],
    ['ended', ended],
  ])('%s without a waiting attempt + retry-now → unchanged', (_name, phase) => {
    expect(move(phase, { type: 'retry-now' })).toBe(phase);
  });
});

describe('a connection attempt', () => {
  test.each([
    ['connecting', connecting(), 1],
    ['recovering', recovering(), 2],
    ['ready with a successor', ready({ plan: plan() }), 2],
  ])('%s + established → ready', (_name, phase, rapidLosses) => {
    expect(move(phase, { type: 'established', link: 'new' })).toEqual(ready({ link: 'new', rapidLosses }));
  });

  test.each([
    ['connecting, waiting', connecting(waiting('ERR_WEBSOCKET'))],
    ['ready without a successor', ready()],
  ])('%s without an attempt + established → unchanged', (_name, phase) => {
    expect(move(phase, { type: 'established', link: 'new' })).toBe(phase);
  });

  test.each([
    ['connecting', connecting()],
    ['recovering', recovering()],
    ['ready with a successor', ready({ plan: plan() })],
  ])('%s + temporary failure → the next attempt waits', (_name, phase) => {
    const next = move(phase, failed('ERR_PEER_FAILED'));
    expect(next.kind).toBe(phase.kind);
    expect(next).toMatchObject({ plan: { step: 'waiting', attempt: 2, delayMs: 250, inRow: 1 } });
  });

  test.each([
    ['connecting', connecting()],
    ['recovering', recovering()],
  ])('%s + final failure → ended', (_name, phase) => {
    expect(move(phase, failed('ERR_WRONG_DEVICE'))).toEqual({
      kind: 'ended',
      reason: error('ERR_WRONG_DEVICE'),
    });
  });

  test('ready with a successor + final failure → ready: the working link is kept', () => {
    expect(move(ready({ plan: plan() }), failed('ERR_UNKNOWN_DEVICE'))).toEqual(ready());
  });

  test('ready with an urgent successor + refused → recovering: the old link is closed and the attempt repeated at once', () => {
    const next = move(ready({ plan: plan() }), { type: 'failed', error: closed(4001) });
    expect(next).toMatchObject({ kind: 'recovering', plan: { step: 'trying', attempt: 2, inRow: 1 } });
  });

  test('ready with an urgent successor + service full → recovering: the old link is closed', () => {
    const full = closed(1013, CloseReason.tooManySessions);
    expect(move(ready({ plan: plan() }), { type: 'failed', error: full })).toMatchObject({
      kind: 'recovering',
      plan: { step: 'trying', attempt: 2, reason: full, inRow: 1 },
    });
  });

  test('ready with an urgent successor + too many logins → ready: closing the old link would not help', () => {
    const next = move(ready({ plan: plan() }), { type: 'failed', error: closed(1013, 'too many logins') });
    expect(next).toMatchObject({ kind: 'ready', link: 'old', plan: { step: 'waiting', pace: 'patient' } });
  });

  test('ready with a successor for its signaling + refused → ready: the working link is kept', () => {
    const next = move(ready({ plan: plan({ isUrgent: false }) }), { type: 'failed', error: closed(4001) });
    expect(next).toMatchObject({ kind: 'ready', plan: { step: 'waiting', pace: 'reluctant' } });
  });

  test('three equal refusals are retried, the fourth ends the session', () => {
    let phase = connecting();
    for (const delayMs of [30_000, 45_000, 75_000]) {
      phase = move(phase, failed('ERR_SIGNALING_DENIED'));
      expect(phase).toMatchObject({ plan: { delayMs } });
      phase = move(phase, { type: 'due' });
    }
    expect(move(phase, failed('ERR_SIGNALING_DENIED'))).toMatchObject({ kind: 'ended' });
  });

  test('a different error resets the count, and a different pace starts with its shortest wait', () => {
    const third = recovering(plan({ attempt: 6, reason: closed(1006), inRow: 6, inPace: 6 }));
    expect(move(third, failed('ERR_DEVICE_OFFLINE'))).toMatchObject({
      plan: { inRow: 1, attempt: 7, pace: 'patient', delayMs: 3000 },
    });
  });

  describe('one code with two rules', () => {
    const deviceFull = closed(4001, CloseReason.deviceFull);
    const evicted = closed(4001, CloseReason.evicted);

    test.each([
      ['the device was full, then evicted this client', deviceFull, evicted],
      ['the device was full, then refused this client', deviceFull, closed(4001)],
      ['the service restarted, then closed with an unknown code', closed(1012), closed(4999)],
      ['the service was busy, then closed with an unknown code', closed(1013), closed(4999)],
    ])('%s → three more attempts, then ended', (_name, patient, limited) => {
      const before = failRepeatedly(connecting(), patient, 5);
      expect(before).toMatchObject({ plan: { step: 'waiting', inRow: 5 } });
      const after = failRepeatedly(before, limited, 3);
      expect(after).toMatchObject({ plan: { step: 'waiting', inRow: 3, reason: limited } });
      expect(failRepeatedly(after, limited, 1)).toEqual({ kind: 'ended', reason: limited });
    });

    test.each([
      ['refused and evicted', closed(4001), evicted],
      ['two unknown close codes', closed(4999), closed(1008)],
    ])('%s: failures under one rule are counted together', (_name, one, other) => {
      expect(failRepeatedly(failRepeatedly(connecting(), one, 2), other, 1)).toMatchObject({
        plan: { inRow: 3 },
      });
      expect(failRepeatedly(failRepeatedly(connecting(), one, 3), other, 1)).toEqual({
        kind: 'ended',
        reason: other,
      });
    });

    test('failures are counted by value when a policy returns a new rule object each time', () => {
      const policy = {
        ...sessionPolicy,
        ruleOf: (cause: EdgeError) => ({ ...sessionPolicy.ruleOf(cause), tries: 1 }),
      };
      const once = move(connecting(), failed('ERR_WEBSOCKET'), { policy });
      const twice = move(move(once, { type: 'due' }, { policy }), failed('ERR_WEBSOCKET'), { policy });
      expect([once, twice]).toMatchObject([{ kind: 'connecting' }, { kind: 'ended' }]);
    });
  });

  test('a rejected token is replaced once by a fresh one from the token function', () => {
    const second = move(connecting(), failed('ERR_TOKEN_REJECTED'));
    expect(second).toMatchObject({ plan: { step: 'trying', attempt: 2 } });
    expect(move(second, failed('ERR_TOKEN_REJECTED'))).toMatchObject({ kind: 'ended' });
  });

  test('a rejected token given as a string → ended: it would be rejected again', () => {
    expect(move(connecting(), failed('ERR_TOKEN_REJECTED'), { hasFreshTokens: false })).toMatchObject({
      kind: 'ended',
    });
  });

  test('the session ends after the policy’s maxAttempts', () => {
    const policy = { ...sessionPolicy, maxAttempts: 2 };
    const second = move(connecting(), failed('ERR_WEBSOCKET'), { policy });
    const due = move(second, { type: 'due' }, { policy });
    expect(move(due, failed('ERR_WEBSOCKET'), { policy })).toMatchObject({ kind: 'ended' });
  });
});

describe('loss of the link', () => {
  test.each<[ErrorCode, Partial<Plan>]>([
    ['ERR_PEER_FAILED', { step: 'trying', attempt: 1, delayMs: 0 }],
    ['ERR_CHANNEL_CLOSED', { step: 'trying', attempt: 1, delayMs: 0 }],
    ['ERR_DEVICE_CLOSED', { step: 'waiting', delayMs: 250 }],
    ['ERR_DEVICE_OFFLINE', { step: 'waiting', pace: 'patient', delayMs: 3000 }],
  ])('ready + lost by %s → recovering', (code, expected) => {
    expect(move(ready(), lost(code))).toMatchObject({ kind: 'recovering', plan: expected, rapidLosses: 1 });
  });

  test('ready + second rapid loss → recovering, and the first attempt waits too', () => {
    expect(move(ready({ rapidLosses: 2 }), lost('ERR_PEER_FAILED'))).toMatchObject({
      kind: 'recovering',
      plan: { step: 'waiting', attempt: 1, delayMs: 500 },
    });
  });

  test('ready + steady → the count of rapid losses is reset', () => {
    const steady = move(ready({ rapidLosses: 4 }), { type: 'steady' });
    expect(move(steady, lost('ERR_PEER_FAILED'))).toMatchObject({ plan: { step: 'trying' } });
  });

  test('ready with a successor in progress + lost → recovering, and the attempt continues', () => {
    const own = plan({ isUrgent: false });
    const next = move(ready({ plan: own }), lost('ERR_PEER_FAILED'));
    expect(next.kind === 'recovering' && next.plan).toBe(own);
  });

  test.each([1000, 4001, 4010])('peer failure after close code %i → the close code is the reason', (code) => {
    const next = move(ready({ signaling: closed(code) }), lost('ERR_PEER_FAILED'));
    expect(next).toMatchObject({ kind: 'recovering', plan: { reason: closed(code), step: 'waiting' } });
  });

  test('peer failure after the token was revoked → ended if there is no fresh token', () => {
    const phase = ready({ signaling: closed(4002) });
    expect(move(phase, lost('ERR_CHANNEL_CLOSED'), { hasFreshTokens: false })).toEqual({
      kind: 'ended',
      reason: closed(4002),
    });
  });

  test('peer failure after a service restart → the peer failure is the reason', () => {
    const next = move(ready({ signaling: closed(1012) }), lost('ERR_PEER_FAILED'));
    expect(next).toMatchObject({ plan: { reason: error('ERR_PEER_FAILED'), step: 'trying' } });
  });
});

describe('loss of signaling on a working link', () => {
  const event = { type: 'signaling-lost', error: closed(1012), isNeeded: true } as const;

  test('ready + signaling lost → ready, with a waiting successor', () => {
    const next = move(ready(), event);
    expect(next).toMatchObject({
      kind: 'ready',
      link: 'old',
      plan: { step: 'waiting', delayMs: 250, isUrgent: false },
    });
  });

  test('ready with inside negotiation + signaling lost → ready without a successor', () => {
    const next = move(ready(), { ...event, isNeeded: false });
    expect(next).toEqual(ready({ signaling: closed(1012), needsNoSignaling: true }));
    expect(stateOf(next)).toEqual({ kind: 'ready' });
    expect(move(next, lost('ERR_CHANNEL_CLOSED'))).toMatchObject({
      plan: { reason: error('ERR_CHANNEL_CLOSED') },
    });
    const gone = move(ready(), { type: 'signaling-lost', error: closed(4010), isNeeded: false });
    expect(move(gone, lost('ERR_CHANNEL_CLOSED'))).toMatchObject({ plan: { reason: { closeCode: 4010 } } });
  });

  test('ready + signaling lost with signalingReturn "when-needed" → ready without a successor', () => {
    const policy = { ...sessionPolicy, signalingReturn: 'when-needed' } as const;
    const next = move(ready(), event, { policy });
    expect(next).toEqual(ready({ signaling: closed(1012) }));
    expect(move(next, { type: 'negotiation-needed' }, { policy })).toMatchObject({
      kind: 'ready',
      plan: { step: 'trying', isUrgent: false },
    });
  });

  test('ready with a waiting successor + negotiation needed → the successor starts at once', () => {
    const next = move(move(ready(), event), { type: 'negotiation-needed' });
    expect(next).toMatchObject({ plan: { step: 'trying', attempt: 1, delayMs: 0 } });
  });

  test('ready with signaling + negotiation needed → unchanged', () => {
    const phase = ready();
    expect(move(phase, { type: 'negotiation-needed' })).toBe(phase);
  });

  test('ready without signaling + signaling lost → unchanged', () => {
    const phase = move(ready(), event);
    expect(move(phase, { type: 'signaling-lost', error: closed(1006), isNeeded: true })).toBe(phase);
  });

  test('ready + signaling lost because the device is unknown → ready without a successor', () => {
    const next = move(ready(), { type: 'signaling-lost', error: closed(4006), isNeeded: true });
    expect(next).toEqual(ready({ signaling: closed(4006) }));
  });
});

describe('network hints', () => {
  test('ready + hint → a successor starts at once beside the link', () => {
    expect(move(ready(), hint)).toMatchObject({
      kind: 'ready',
      link: 'old',
      plan: { step: 'trying', isUrgent: true, reason: { code: 'ERR_NETWORK_CHANGED' } },
    });
  });

  test('recovering, waiting + hint → an attempt starts at once and the counts are reset', () => {
    const phase = recovering(waiting('ERR_WEBSOCKET', { attempt: 9, inPace: 9 }));
    expect(move(phase, hint)).toMatchObject({ plan: { step: 'trying', attempt: 1, inPace: 0 } });
  });

  test('recovering, trying + hint → the attempt restarts on the new network', () => {
    const own = plan();
    const next = move(recovering(own), hint);
    expect(next.kind === 'recovering' && next.plan.step).toBe('trying');
    expect(next.kind === 'recovering' && next.plan).not.toBe(own);
  });

  test.each<ErrorCode>(['ERR_SIGNALING_DENIED', 'ERR_LOGIN_THROTTLED'])(
    'waiting because of %s + hint → unchanged: the other side asked for the wait',
    (code) => {
      const phase = recovering(waiting(code));
      expect(move(phase, hint)).toBe(phase);
    },
  );
});

describe('the end', () => {
  const phases: Phase[] = [connecting(), ready(), recovering()];
  test.each(phases)('$kind + end → ended', (phase) => {
    expect(move(phase, { type: 'end', reason: undefined })).toEqual(ended);
  });

  const events: Event[] = [
    { type: 'established', link: 'new' },
    failed('ERR_WEBSOCKET'),
    lost('ERR_PEER_FAILED'),
    { type: 'signaling-lost', error: closed(1012), isNeeded: true },
    { type: 'negotiation-needed' },
    hint,
    { type: 'due' },
    { type: 'steady' },
    { type: 'end', reason: error('ERR_STATE') },
  ];
  test.each(events)('ended + $type → unchanged', (event) => {
    expect(move(ended, event)).toBe(ended);
  });
});

test('property: any sequence of events yields complete states, and every wait has a duration', () => {
  const codes = fc.constantFrom<ErrorCode>(
    'ERR_PEER_FAILED',
    'ERR_DEVICE_OFFLINE',
    'ERR_SIGNALING_DENIED',
    'ERR_TOKEN_REJECTED',
    'ERR_WRONG_DEVICE',
  );
  const events = fc.oneof<fc.Arbitrary<Event>[]>(
    fc.constant({ type: 'established', link: 'new' }),
    codes.map(failed),
    codes.map(lost),
    codes.map((code) => ({ type: 'signaling-lost', error: error(code), isNeeded: true })),
    fc.constant({ type: 'negotiation-needed' }),
    fc.constant(hint),
    fc.constant({ type: 'due' }),
    fc.constant({ type: 'steady' }),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (sequence) => {
      let phase = connecting();
      for (const event of sequence) {
        phase = move(phase, event);
        const { kind, attempt, nextTryMs, reason } = stateOf(phase);
        const isTrying = kind === 'connecting' || kind === 'recovering';
        expect(!isTrying || (attempt ?? 0) > 0).toBe(true);
        const isExplained = kind === 'recovering' || kind === 'ended';
        expect(!isExplained || reason instanceof EdgeError).toBe(true);
        const isWaiting = phase.kind !== 'ended' && phase.plan?.step === 'waiting';
        expect((nextTryMs ?? -1) >= 0).toBe(isWaiting);
      }
    }),
  );
});

describe('the time limit of an attempt', () => {
  const full = 3 * RECONNECT_TIMEOUT_MS;
  const timedOut = (inRow: number): Plan => plan({ reason: error('ERR_CONNECT_TIMEOUT'), inRow });
  test.each<[string, Phase, Plan, number]>([
    ['the first connection has all of it', connecting(), plan(), full],
    ['also after a time-out', connecting(), timedOut(1), full],
    [
      'after a loss it is short',
      recovering(),
      plan({ reason: error('ERR_PEER_FAILED'), inRow: 1 }),
      full / 3,
    ],
    ['after one time-out it is longer', recovering(), timedOut(1), (full / 3) * 2],
    ['it never exceeds the limit of connecting', recovering(), timedOut(9), full],
    ['a successor in place of a connection in doubt is short', ready(), plan(), full / 3],
    ['a successor that only brings signaling back has all of it', ready(), plan({ isUrgent: false }), full],
  ])('%s', (_name, phase, own, limitMs) => {
    expect(attemptTimeoutMs(own, phase.kind !== 'connecting', full)).toBe(limitMs);
  });
});
