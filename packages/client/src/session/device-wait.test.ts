/** @module A session whose device is offline: it connects when the service reports the device, with any service. */
import { expect, test } from 'vitest';
import { startRig, type SessionRig } from './session-rig.fixture.ts';
import { NOTHING } from '../fake-world.fixture.ts';

const WAIT_LOGIN = '"features":["wait/1"]';

const offline = (): Promise<SessionRig> =>
  startRig({
    arrange: (world) => {
      world.isDeviceAttached = false;
    },
  });

const waits = ({ world }: SessionRig): number =>
  world.sockets.all.filter(({ sent }) => sent[0]?.includes(WAIT_LOGIN)).length;

test('a session connects as soon as its device attaches, before its own next attempt is due', async () => {
  const rig = await offline();
  await rig.world.settled();
  expect([rig.session.state.kind, waits(rig)]).toEqual(['connecting', 1]);
  expect(rig.session.state.nextTryMs).toBeGreaterThan(0);
  rig.world.isDeviceAttached = true;
  await rig.world.settled();
  expect(rig.session.state).toEqual({ kind: 'ready' });
  expect(rig.world.sockets.open).toBe(1);
  await rig.session.end();
  await rig.world.settled();
  expect(rig.world.leftovers).toEqual(NOTHING);
});

test('a service that reports a device and then calls it offline causes no attempts one after the other', async () => {
  const rig = await startRig({
    arrange: (world) => {
      world.isDeviceAttached = false;
      world.intercept = (message, socket) => {
        if (message.kind !== 'login' || !socket.sent[0]?.includes(WAIT_LOGIN)) return false;
        queueMicrotask(() => socket.serverSend('{"type":22,"isAttached":true}'));
        return true;
      };
    },
  });
  await rig.world.settled();
  await rig.world.settled();
  expect([waits(rig), rig.world.sockets.all.length]).toEqual([1, 3]);
  rig.world.clock.advance(60_000);
  await rig.world.settled();
  await rig.world.settled();
  expect([waits(rig), rig.world.sockets.all.length]).toEqual([2, 6]);
  await rig.session.end();
});

test('the first login of a session never asks to wait', async () => {
  const rig = await offline();
  await rig.world.settled();
  expect(rig.world.sockets.all[0]?.sent[0]).not.toContain('features');
  await rig.session.end();
});

test('each attempt of its own ends the wait and starts the next; the end of the session leaves nothing', async () => {
  const rig = await offline();
  await rig.world.settled();
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    rig.world.clock.advance(60_000);
    await rig.world.settled();
    expect([waits(rig), rig.world.sockets.open]).toEqual([attempt, 1]);
  }
  await rig.session.end();
  await rig.world.settled();
  expect(rig.world.leftovers).toEqual(NOTHING);
});

test('a service that does not know the extension is asked once, and the session goes on as without it', async () => {
  const rig = await startRig({
    arrange: (world) => {
      world.intercept = (message, socket) => {
        if (message.kind !== 'login' || world.isDeviceAttached) return false;
        queueMicrotask(() => socket.serverClose(4003));
        return true;
      };
      world.isDeviceAttached = false;
    },
  });
  await rig.world.settled();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    rig.world.clock.advance(60_000);
    await rig.world.settled();
  }
  expect(waits(rig)).toBe(1);
  rig.world.isDeviceAttached = true;
  rig.world.clock.advance(60_000);
  await rig.world.settled();
  expect(rig.session.state).toEqual({ kind: 'ready' });
  await rig.session.end();
});

test.each([1006, 1012, 1013])(
  'a wait that ends with %i is asked for again after the next attempt',
  async (code) => {
    const rig = await offline();
    await rig.world.settled();
    rig.world.sockets.last.serverEnd({ closeCode: code, reason: '' });
    rig.world.clock.advance(60_000);
    await rig.world.settled();
    expect([waits(rig), rig.session.state.kind]).toEqual([2, 'connecting']);
    await rig.session.end();
  },
);
