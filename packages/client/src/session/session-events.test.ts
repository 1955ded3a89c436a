/** @module A session reports events of the connection in use and of no other. */
import type { FakeDevice } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { SILENCE_MS } from '../diagnostics/silence/silence-state.ts';
import { LOOK_INTERVAL_MS } from '../diagnostics/silence/watch-silence.ts';
import { STATS_INTERVAL_MS } from '../diagnostics/stats/stats-feed.ts';
import { REASON_GRACE_MS } from '../connection/close-policy.ts';
import { readyRig, startRig } from './session-rig.fixture.ts';

/** Adds the device's only user. */
const knowAnn = ({ passwords }: FakeDevice): void => void passwords.set('ann', 'correct horse');

const ann = { username: 'ann', password: 'correct horse' };

test('reports the identity proven over the connection in use', async () => {
  const { session } = await readyRig({ prepare: knowAnn });
  const reported: unknown[] = [];
  session.on('identitychange', ({ login }) => reported.push(login?.username));
  await session.connection?.authenticate(ann);
  expect(reported).toEqual(['ann']);
});

test('reports the identity of a successor when it takes over and ignores changes of the old connection', async () => {
  const login = Promise.withResolvers<void>();
  let tries = 0;
  const rig = await readyRig({
    prepare: knowAnn,
    login: async (connection) => {
      tries += 1;
      await connection.authenticate(ann);
      if (tries === 2) await login.promise;
    },
  });
  const { session, network, world } = rig;
  const reported: unknown[] = [];
  session.on('identitychange', (identity) => reported.push([identity.login?.username, session.connection]));
  const before = session.connection;
  network.emit('changed');
  await world.settled();
  expect([tries, reported]).toEqual([2, []]);
  login.resolve();
  await world.settled();
  expect(session.connection).not.toBe(before);
  expect(reported).toEqual([['ann', session.connection]]);
});

test('a change that a listener causes is reported after the one that it hears of, to every listener', async () => {
  const rig = await startRig({
    arrange: (world) => {
      world.isDeviceAttached = false;
    },
  });
  const { session, world } = rig;
  const stop = session.on('statechange', ({ nextTryMs }) => {
    stop();
    expect(nextTryMs).toBeGreaterThan(0);
    session.retryNow();
  });
  const steps: string[] = [];
  session.on('statechange', ({ attempt, nextTryMs }) =>
    steps.push(`${attempt} ${nextTryMs === undefined ? 'tries' : 'waits'}`),
  );
  await world.settled();
  expect(steps).toEqual(['2 waits', '2 tries', '3 waits']);
  await session.end();
});

test('a connection that a listener closes as it is ready is reported as ready first', async () => {
  const { session, world } = await startRig({});
  const stop = session.on('identitychange', () => {
    stop();
    void session.connection?.close();
  });
  const kinds: string[] = [];
  session.on('statechange', ({ kind }) => kinds.push(kind));
  await world.settled();
  expect(kinds.slice(0, 2)).toEqual(['ready', 'recovering']);
  await session.end();
});

test('reads statistics only while there is a listener', async () => {
  const { session, world } = await readyRig();
  const asked = vi.spyOn(world.clientPeer, 'getStats');
  const times = (): number => asked.mock.calls.length;
  session.on('warning', () => undefined);
  expect(times()).toBe(0);
  const { promise: reported, resolve } = Promise.withResolvers<unknown>();
  const offOther = session.on('stats', () => undefined);
  const off = session.on('stats', resolve);
  await reported;
  offOther();
  expect(times()).toBeGreaterThan(0);
  off();
  const after = times();
  session.on('warning', () => undefined);
  world.clock.advance(STATS_INTERVAL_MS);
  await world.settled();
  expect(times()).toBe(after);
});

test('the trace belongs to the newest attempt and carries its number', async () => {
  const rig = await startRig({
    arrange: (world) => {
      let refusals = 2;
      world.intercept = ({ kind }, socket) => {
        if (kind !== 'login' || refusals === 0) return false;
        refusals -= 1;
        queueMicrotask(() => socket.serverClose(1012));
        return true;
      };
    },
  });
  const { session, world } = rig;
  expect(session.trace).toBeUndefined();
  await world.settled();
  expect(session.trace).toMatchObject({ attempt: 1 });
  expect(session.trace?.steps.at(-1)).toMatchObject({ step: 'closed', code: 'ERR_UNKNOWN' });
  for (const attempt of [2, 3]) {
    world.clock.advance(session.state.nextTryMs ?? 0);
    await world.settled();
    expect(session.trace?.attempt).toBe(attempt);
  }
  await session.ready();
  expect(session.trace).toEqual(session.connection?.trace);
  expect(session.trace?.steps.at(-1)?.step).toBe('connected');
});

test('the attempt number of the trace restarts at one after a loss', async () => {
  const { session, world } = await readyRig();
  const before = session.trace;
  world.device.channel?.close();
  await world.settled();
  world.clock.advance(REASON_GRACE_MS);
  await world.settled();
  expect(session.trace).toMatchObject({ attempt: 1 });
  expect(session.trace).not.toEqual(before);
  expect(session.trace).toEqual(session.connection?.trace);
});

test('silence is reported for the connection in use and is reset by a new connection', async () => {
  const rig = await readyRig();
  const { session, world } = rig;
  const { clientPeer, clock } = world;
  clientPeer.stats.set('D', { type: 'data-channel', messagesReceived: 1 });
  const asked = vi.spyOn(clientPeer, 'getStats');
  const reported: boolean[] = [];
  const timers = clock.pending;
  session.on('silence', (isSilent) => reported.push(isSilent));
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(timers));
  clientPeer.silence();
  for (let passed = 0; passed <= SILENCE_MS; passed += LOOK_INTERVAL_MS) {
    clock.advance(LOOK_INTERVAL_MS);
    await world.settled();
  }
  expect(asked).toHaveBeenCalled();
  expect(reported).toEqual([true]);
  session.on('stats', () => undefined);
  session.on('warning', () => undefined);
  expect(reported).toEqual([true]);
  clientPeer.forceIceState('failed');
  await session.ready();
  expect(reported).toEqual([true, false]);
  await session.end();
  await world.settled();
  expect(clock.pending).toBe(0);
});
