/** @module The trace of a connect: every step with its time and without secrets. */
import { createFakeWorld, ManualClock } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../../create-connection.ts';
import { candidateFacts } from './trace-peer.ts';
import { MAX_TRACE_STEPS, Trace } from './trace.ts';

test('records the steps of a connect in order, with the attempt and times from its start', async () => {
  const world = await createFakeWorld({
    turnReply: { iceServers: [{ urls: ['turn:t.example'], username: 'u', credential: 'canary-credential' }] },
  });
  world.clock.advance(5000);
  const connection = createConnection({ ...world.options, sct: 'canary-sct', attempt: 3 });
  expect(connection.trace).toEqual({ attempt: 3, steps: [], dropped: 0 });
  await connection.connect();
  await world.settled();
  const { attempt, steps } = connection.trace;
  expect(attempt).toBe(3);
  const names = steps.map(({ step }) => step);
  const inOrder = ['opening-signaling', 'description-sent', 'description-received', 'connected'];
  expect(names.filter((name) => inOrder.includes(name))).toEqual(inOrder);
  expect(names).toEqual(
    expect.arrayContaining(['local-candidate', 'candidate-received', 'ice', 'gathering']),
  );
  expect(steps[0]?.atMs).toBe(0);
  const exported = JSON.stringify(connection.trace);
  for (const secret of ['canary', '192.0.2.1']) expect(exported).not.toContain(secret);
});

test('takes times from the clock', async () => {
  const world = await createFakeWorld();
  world.faults.drop({ kind: 'login' });
  const connection = createConnection(world.options);
  const attempt = connection.connect();
  attempt.catch(() => undefined);
  await world.settled();
  world.clock.advance(1200);
  world.sockets.last.serverClose(4003);
  await expect(attempt).rejects.toMatchObject({ code: 'ERR_DEVICE_OFFLINE' });
  expect(connection.trace.steps.at(-1)).toEqual({ atMs: 1200, step: 'closed', code: 'ERR_DEVICE_OFFLINE' });
});

test.each([
  ['a service that reports it', 5_400, [{ atMs: 0, step: 'device-online', seconds: 5_400 }]],
  ['a service that does not', undefined, []],
  ['a service that reports an invalid time', -1, []],
])('records how long the device has been attached: %s', async (_title, onlineSeconds, expected) => {
  const world = await createFakeWorld();
  world.onlineSeconds = onlineSeconds;
  const connection = createConnection(world.options);
  await connection.connect();
  expect(connection.trace.steps.filter(({ step }) => step === 'device-online')).toEqual(expected);
  await connection.close();
});

test.each([
  ['candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host generation 0', 'host', 'udp'],
  ['candidate:2 1 TCP 1 2001:db8::1 9 typ srflx raddr 10.0.0.1 rport 9', 'srflx', 'tcp'],
  ['a=candidate:3 1 UDP 3 203.0.113.1 4000 typ relay', 'relay', 'udp'],
  ['canary of a candidate', 'unknown', 'unknown'],
  ['candidate:1 1 canary-203.0.113.1 1 192.0.2.1 9 typ host', 'unknown', 'unknown'],
])('stores only type and protocol of the candidate %s', (candidate, type, protocol) => {
  expect(candidateFacts(candidate)).toEqual({ type, protocol });
});

test('stores a limited number of steps and counts the dropped ones', () => {
  const trace = new Trace(new ManualClock());
  for (let count = 0; count < MAX_TRACE_STEPS + 7; count += 1) trace.mark('candidate-received');
  const { steps, dropped } = trace.export();
  expect([steps.length, dropped]).toEqual([MAX_TRACE_STEPS, 7]);
});
