import { createFakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createSession, type ConnectionStats, type ConnectTrace, type Session } from '@longwire/client';
import { candidatePairs, MAX_PAIRS } from './candidate-pairs.ts';
import { connectCourse, traceLines, triedOf } from './connect-spans.ts';
import { OneForEach } from '../one-for-each.ts';
import { protocolOf, pathNodes } from './network-path.ts';
import { MAX_TRAFFIC_ROWS, minutesShown, summaryOf, TrafficHistory } from './traffic-history.ts';

/** A session that emits the events of the test. */
function fakeSession(): { session: Pick<Session, 'on'>; emit: (event: string, ...args: unknown[]) => void } {
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  const session: Pick<Session, 'on'> = {
    on: (event, listener) => {
      const own = listeners.get(event) ?? new Set<(...args: unknown[]) => void>();
      listeners.set(event, own);
      const call = (...args: unknown[]): void => Reflect.apply(listener, undefined, args);
      own.add(call);
      return () => void own.delete(call);
    },
  };
  return {
    session,
    emit: (event, ...args) => listeners.get(event)?.forEach((listener) => listener(...args)),
  };
}

const stats = (roundTripMs: number): ConnectionStats => ({
  timestampMs: 0,
  roundTripMs,
  receiveBitsPerSecond: 1000,
  tracks: [],
  bytesSent: 0,
  bytesReceived: 0,
});

describe('the traffic history of a session', () => {
  test('keeps a limited number of rows, with a gap where there was no connection', () => {
    const { session, emit } = fakeSession();
    let nowMs = 0;
    const buffer = new OneForEach(
      (followed: Pick<Session, 'on'>) => new TrafficHistory(followed, () => nowMs),
    );
    const history = buffer.of(session);
    expect(buffer.of(session)).toBe(history);
    expect(history.snapshot().latest).toBeUndefined();
    for (let n = 0; n < MAX_TRAFFIC_ROWS; n += 1) {
      nowMs += 1000;
      emit('stats', stats(n));
    }
    emit('statechange', { kind: 'recovering' });
    emit('statechange', { kind: 'ready' });
    nowMs += 1000;
    emit('stats', stats(7));
    const { columns, latest } = history.snapshot();
    expect(latest?.roundTripMs).toBe(7);
    expect(columns.at).toHaveLength(MAX_TRAFFIC_ROWS);
    expect(columns.at.at(-1)).toBe(301);
    expect(columns.roundTripMs.slice(-3)).toEqual([299, null, 7]);
    expect(columns.sendBitsPerSecond.at(-1)).toBeNull();
    expect(summaryOf(columns.roundTripMs)).toEqual({ latest: 7, lowest: 2, highest: 299 });
    expect(summaryOf(columns.lossShare)).toBeUndefined();
    emit('end', undefined);
    emit('stats', stats(9));
    expect(history.snapshot().latest?.roundTripMs).toBe(7);
  });

  test.each([
    [0, 1],
    [59, 1],
    [60, 1],
    [61, 2],
    [240, 4],
    [301, 5],
  ])('draws %i seconds of measurements over %i minutes', (seconds, minutes) =>
    expect(minutesShown(1000, 1000 + seconds)).toBe(minutes),
  );

  test('calls its listeners until they unsubscribe', () => {
    const { session, emit } = fakeSession();
    const history = new TrafficHistory(session, () => 0);
    let calls = 0;
    const off = history.subscribe(() => {
      calls += 1;
    });
    emit('stats', stats(1));
    off();
    emit('stats', stats(2));
    expect(calls).toBe(1);
  });
});

const pair = (local: string, facts: object): object => ({
  type: 'candidate-pair',
  localCandidateId: local,
  remoteCandidateId: 'far',
  ...facts,
});

describe('the candidate pairs of a connection', () => {
  const host = {
    type: 'local-candidate',
    candidateType: 'host',
    protocol: 'udp',
    address: '10.0.0.2',
    port: 5,
  };
  const relay = { type: 'local-candidate', candidateType: 'relay', protocol: 'udp', relayProtocol: 'tls' };
  const far = { type: 'remote-candidate', candidateType: 'srflx', protocol: 'udp', address: '192.0.2.9' };
  test('each have a state, and the pair in use comes first', () => {
    const report = new Map<string, unknown>([
      ['host', host],
      ['relay', relay],
      ['far', far],
      ['p1', pair('host', { state: 'failed', requestsSent: 9 })],
      ['p2', pair('host', { state: 'in-progress', requestsSent: 5, responsesReceived: 0 })],
      ['p3', pair('host', { state: 'waiting' })],
      ['p4', pair('relay', { state: 'succeeded', currentRoundTripTime: 0.02, responsesReceived: 3 })],
      ['p5', pair('host', { state: 'succeeded' })],
      ['p6', pair('host', { state: 'in-progress', requestsSent: 1 })],
      ['t', { type: 'transport', selectedCandidatePairId: 'p4' }],
    ]);
    const pairs = candidatePairs(report);
    expect(pairs.map(({ id, fate }) => `${id} ${fate}`)).toEqual([
      'p4 used',
      'p5 works',
      'p6 trying',
      'p2 silent',
      'p1 failed',
      'p3 waiting',
    ]);
    expect(pairs[0]).toMatchObject({
      local: { type: 'relay', relayProtocol: 'tls', address: undefined },
      remote: { type: 'srflx', address: '192.0.2.9' },
      roundTripMs: 20,
      responsesReceived: 3,
    });
  });

  test('are limited in number, and entries of other types in the report are no error', () => {
    const odd = new Map<string, unknown>([
      ['a', null],
      ['b', 7],
      ['c', { type: 'candidate-pair', state: 3, requestsSent: Number.NaN }],
    ]);
    expect(candidatePairs(odd)).toMatchObject([{ fate: 'waiting', local: { type: 'unknown' } }]);
    const many = new Map(Array.from({ length: 100 }, (_, n) => [`p${n}`, pair('x', {})]));
    expect(candidatePairs(many)).toHaveLength(MAX_PAIRS);
  });
});

describe('the course of a connect', () => {
  const trace: ConnectTrace = {
    attempt: 2,
    dropped: 0,
    steps: [
      { atMs: 0, step: 'opening-signaling' },
      { atMs: 10, step: 'logging-in' },
      { atMs: 12, step: 'local-candidate', peer: 1, type: 'host', protocol: 'udp' },
      { atMs: 13, step: 'local-candidate', peer: 1, type: 'relay', protocol: 'udp' },
      { atMs: 20, step: 'opening-peer' },
      { atMs: 25, step: 'candidate-received', type: 'host', protocol: 'udp' },
      { atMs: 30, step: 'pair', local: 'host', remote: 'host', state: 'failed' },
      { atMs: 50, step: 'connected' },
      { atMs: 9000, step: 'closed' },
    ],
  };

  test('lists each step as lasting until the next', () => {
    expect(connectCourse(trace)).toEqual({
      attempt: 2,
      totalMs: 50,
      end: 'connected',
      spans: [
        { name: 'opening-signaling', startMs: 0, endMs: 10 },
        { name: 'logging-in', startMs: 10, endMs: 20 },
        { name: 'opening-peer', startMs: 20, endMs: 50 },
      ],
    });
    const failed = { ...trace, steps: trace.steps.filter(({ step }) => step !== 'connected') };
    expect(connectCourse(failed)).toMatchObject({ end: 'failed', totalMs: 9000 });
    const open = { ...trace, steps: trace.steps.slice(0, 2) };
    expect(connectCourse(open).spans.at(-1)).toEqual({ name: 'logging-in', startMs: 10, endMs: undefined });
    expect(connectCourse({ ...trace, steps: [] })).toMatchObject({ spans: [], end: undefined, totalMs: 0 });
  });

  test('lists the candidates that were tried', () => {
    expect(triedOf(trace)).toEqual({ local: ['host', 'relay'], remote: ['host'], pairs: 1, hasRelay: true });
    expect(traceLines(trace)[2]).toBe('    12.0 ms  local-candidate  peer=1  type=host  protocol=udp');
  });

  test('is read from the trace of a real session', async () => {
    const world = await createFakeWorld();
    const session = createSession(world.options);
    await session.ready();
    const course = connectCourse(session.trace ?? trace);
    expect(course.end).toBe('connected');
    expect(course.spans.length).toBeGreaterThan(2);
    await session.end();
  });
});

test.each([
  [undefined, ['browser', 'device'], undefined],
  [{ kind: 'same-network', protocol: 'udp' }, ['browser', 'network', 'device'], 'UDP'],
  [{ kind: 'direct', protocol: 'tcp' }, ['browser', 'internet', 'device'], 'TCP'],
  [
    { kind: 'relayed', protocol: 'udp', relayProtocol: 'tls', localType: 'relay', remoteType: 'host' },
    ['browser', 'relay', 'device'],
    'TLS',
  ],
  [
    { kind: 'relayed', protocol: 'udp', localType: 'host', remoteType: 'relay' },
    ['browser', 'deviceRelay', 'device'],
    'UDP',
  ],
  [
    { kind: 'relayed', localType: 'relay', remoteType: 'relay' },
    ['browser', 'relay', 'deviceRelay', 'device'],
    undefined,
  ],
  [{ kind: 'relayed' }, ['browser', 'relay', 'device'], undefined],
] as const)('the path diagram has the right nodes and protocol for %o', (path, nodes, protocol) => {
  expect(pathNodes(path)).toEqual(nodes);
  expect(protocolOf(path)).toBe(protocol);
});
