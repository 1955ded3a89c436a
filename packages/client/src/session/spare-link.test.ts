/** @module The successor of a connection in doubt: made as far as its offer, and used or given up. */
import { expect, test } from 'vitest';
import { REASON_GRACE_MS } from '../connection/close-policy.ts';
import { STEADY_MS } from './session-driver.ts';
import { sessionPolicy } from './session-policy.ts';
import { readyRig, type SessionRig } from './session-rig.fixture.ts';

const NOTHING = { sockets: 0, peers: 0, timers: 0, listeners: 0 };
const { disconnectedGraceMs } = sessionPolicy.connection;

/** The types of what was sent on each socket, in order (PROTOCOL.md section 2). */
function sent({ world }: SessionRig): unknown[][] {
  return world.sockets.all.map((socket) =>
    socket.sent.map((text) => Reflect.get(Object(JSON.parse(text)), 'type')),
  );
}

async function later({ world }: SessionRig, ms: number): Promise<void> {
  world.clock.advance(ms);
  await world.settled();
}

/** ICE lost sight of the device; the answer is what tells the peer connection's state from then on. */
async function doubt({ world }: SessionRig): Promise<(state: RTCIceConnectionState) => Promise<void>> {
  const { clientPeer } = world;
  const force = async (state: RTCIceConnectionState): Promise<void> => {
    clientPeer.forceIceState(state);
    await world.settled();
  };
  await force('disconnected');
  return force;
}

async function endsClean(rig: SessionRig): Promise<void> {
  await rig.session.end();
  await rig.world.settled();
  expect(rig.world.leftovers).toEqual(NOTHING);
}

test('in doubt the next connection is made up to its offer, which leaves in the moment of the loss', async () => {
  const rig = await readyRig();
  const { connection } = rig.session;
  const force = await doubt(rig);
  expect(sent(rig)[1]).toEqual([20, 3]);
  expect([rig.session.state, rig.session.connection === connection]).toEqual([{ kind: 'ready' }, true]);
  await force('failed');
  expect([rig.told.at(-1), rig.world.sockets.all.length]).toEqual(['ready', 2]);
  expect(rig.session.connection).not.toBe(connection);
  expect(sent(rig)[1]?.slice(0, 3)).toEqual([20, 3, 0]);
  await endsClean(rig);
});

test('the loss comes before all is made: the try goes on with what there is', async () => {
  const rig = await readyRig();
  rig.world.isReachable = false;
  const force = await doubt(rig);
  await force('failed');
  rig.world.sockets.last.serverOpen();
  await rig.world.settled();
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 2]);
  await endsClean(rig);
});

test('a request channel that closes is a doubt as well, for as long as the reason may take', async () => {
  const rig = await readyRig();
  rig.world.device.channel?.close();
  await rig.world.settled();
  expect(sent(rig)[1]).toEqual([20, 3]);
  await later(rig, REASON_GRACE_MS);
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 2]);
  await endsClean(rig);
});

test('a connection that recovers: what was made is given up', async () => {
  const rig = await readyRig();
  const force = await doubt(rig);
  expect(rig.world.leftovers).toMatchObject({ sockets: 2, peers: 2 });
  await force('connected');
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
  await force('disconnected');
  expect(rig.world.sockets.all.length).toBe(3);
  await endsClean(rig);
});

test('another network while in doubt: what was made on the old one is given up', async () => {
  const rig = await readyRig();
  await doubt(rig);
  rig.network.tell('changed');
  await rig.world.settled();
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 3]);
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
  await endsClean(rig);
});

test('no network any more while in doubt: what was made is given up', async () => {
  const rig = await readyRig();
  await doubt(rig);
  rig.network.tell('offline');
  await rig.world.settled();
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
  await endsClean(rig);
});

test.each(['by-itself', 'when-needed'] as const)(
  'a service that was lost is spared, signaling returns %s',
  async (signalingReturn) => {
    const rig = await readyRig({ policy: { ...sessionPolicy, signalingReturn } });
    rig.world.sockets.last.serverClose(1012);
    await rig.world.settled();
    await doubt(rig);
    expect(rig.world.sockets.all.length).toBe(1);
    await endsClean(rig);
  },
);

test('a loss that has to wait gives up what was made', async () => {
  const rig = await readyRig();
  await (
    await doubt(rig)
  )('failed');
  const force = await doubt(rig);
  expect(rig.world.leftovers).toMatchObject({ sockets: 2, peers: 2 });
  await force('failed');
  expect(rig.session.state).toMatchObject({ kind: 'recovering', nextTryMs: 500 });
  expect(rig.world.leftovers).toMatchObject({ sockets: 0, peers: 0 });
  await later(rig, 500);
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 4]);
  await endsClean(rig);
});

test('a device that has no room for two: nobody is told, and the loss makes a try of its own', async () => {
  const rig = await readyRig();
  rig.world.intercept = ({ kind }, socket) => {
    if (kind !== 'login') return false;
    queueMicrotask(() => socket.serverClose(4001));
    return true;
  };
  await doubt(rig);
  rig.world.intercept = undefined;
  expect([rig.session.state, rig.warnings]).toEqual([{ kind: 'ready' }, []]);
  await later(rig, disconnectedGraceMs);
  expect([rig.session.state.kind, rig.warnings, rig.world.sockets.all.length]).toEqual(['ready', [], 3]);
  await endsClean(rig);
});

test('a token that cannot be had in doubt is asked for again by the try', async () => {
  const asked: number[] = [];
  const sct = (): string => {
    asked.push(asked.length);
    if (asked.length === 2) throw new Error('the issuer is away');
    return 'a token';
  };
  const rig = await readyRig({ sct });
  await doubt(rig);
  expect([rig.session.state, rig.warnings]).toEqual([{ kind: 'ready' }, []]);
  await later(rig, disconnectedGraceMs);
  expect([rig.session.state.kind, asked.length]).toEqual(['ready', 3]);
  await endsClean(rig);
});

test('a token that comes after all of it makes nothing', async () => {
  const token = Promise.withResolvers<string>();
  let asked = 0;
  const rig = await readyRig({ sct: () => ((asked += 1) === 1 ? 'a token' : token.promise) });
  await (
    await doubt(rig)
  )('connected');
  token.resolve('late');
  await rig.world.settled();
  expect(rig.world.sockets.all.length).toBe(1);
  await endsClean(rig);
});

test('a session that ends in doubt leaves nothing', async () => {
  const rig = await readyRig();
  await doubt(rig);
  await endsClean(rig);
  await later(rig, STEADY_MS);
  expect(rig.world.leftovers).toEqual(NOTHING);
});
