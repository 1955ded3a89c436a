/** @module The successor of a connection in doubt: prepared up to its offer, then used or discarded. */
import { expect, test } from 'vitest';
import { REASON_GRACE_MS } from '../connection/close-policy.ts';
import { STEADY_MS } from './session-driver.ts';
import { sessionPolicy } from './session-policy.ts';
import { endsClean, later, readyRig, type SessionRig } from './session-rig.fixture.ts';
import { kindsSent, NOTHING } from '../fake-world.fixture.ts';

const { disconnectedGraceMs } = sessionPolicy.connection;

/** The types of the messages sent on each socket, in order (PROTOCOL.md section 2). */
function sent({ world }: SessionRig): unknown[][] {
  return world.sockets.all.map(kindsSent);
}

/** Moves ICE to disconnected; returns a function that sets the peer connection's next state. */
async function doubt({ world }: SessionRig): Promise<(state: RTCIceConnectionState) => Promise<void>> {
  const { clientPeer } = world;
  const force = async (state: RTCIceConnectionState): Promise<void> => {
    clientPeer.forceIceState(state);
    await world.settled();
  };
  await force('disconnected');
  return force;
}

test('prepares the next connection while in doubt and sends its offer right after the loss', async () => {
  const rig = await readyRig();
  const { connection } = rig.session;
  const force = await doubt(rig);
  expect(sent(rig)[1]).toEqual([20, 3]);
  expect([rig.session.state, rig.session.connection === connection]).toEqual([{ kind: 'ready' }, true]);
  await force('failed');
  expect([rig.states.at(-1), rig.world.sockets.all.length]).toEqual(['ready', 2]);
  expect(rig.session.connection).not.toBe(connection);
  expect(sent(rig)[1]?.slice(0, 3)).toEqual([20, 3, 0]);
  await endsClean(rig);
});

test('an attempt continues with a partly prepared connection if the loss comes early', async () => {
  const rig = await readyRig();
  rig.world.isReachable = false;
  const force = await doubt(rig);
  await force('failed');
  rig.world.sockets.last.serverOpen();
  await rig.world.settled();
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 2]);
  await endsClean(rig);
});

test('a closed request channel also counts as doubt until its reason is known', async () => {
  const rig = await readyRig();
  rig.world.device.channel?.close();
  await rig.world.settled();
  expect(sent(rig)[1]).toEqual([20, 3]);
  await later(rig, REASON_GRACE_MS);
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 2]);
  await endsClean(rig);
});

test('discards the prepared connection when the one in use recovers', async () => {
  const rig = await readyRig();
  const force = await doubt(rig);
  expect(rig.world.leftovers).toMatchObject({ sockets: 2, peers: 2 });
  await force('connected');
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
  await force('disconnected');
  expect(rig.world.sockets.all.length).toBe(3);
  await endsClean(rig);
});

test('discards the connection prepared on the old network when the network changes', async () => {
  const rig = await readyRig();
  await doubt(rig);
  rig.network.emit('changed');
  await rig.world.settled();
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 3]);
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
  await endsClean(rig);
});

test.each(['by-itself', 'when-needed'] as const)(
  'prepares nothing while the service is unreachable, signaling returns %s',
  async (signalingReturn) => {
    const rig = await readyRig({ policy: { ...sessionPolicy, signalingReturn } });
    rig.world.sockets.last.serverClose(1012);
    await rig.world.settled();
    await doubt(rig);
    expect(rig.world.sockets.all.length).toBe(1);
    await endsClean(rig);
  },
);

test('discards the prepared connection when the next attempt has to wait', async () => {
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

test('a device without room for a second connection causes no warning, and the loss starts a new attempt', async () => {
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

test('an attempt requests the token again if the request failed while in doubt', async () => {
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

test('a token that arrives after the connection recovered creates no second connection', async () => {
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

test('a session that ends while in doubt leaves nothing behind', async () => {
  const rig = await readyRig();
  await doubt(rig);
  await endsClean(rig);
  await later(rig, STEADY_MS);
  expect(rig.world.leftovers).toEqual(NOTHING);
});
