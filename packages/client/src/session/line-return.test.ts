/** @module What a session does when the line works again: what began while it was dead begins again. */
import type { FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { PROBE_MS } from './line-watch.ts';
import { probePeers, type ProbePeer } from './probe-peer.fixture.ts';
import { endsClean, readyRig, type SessionRig } from './session-rig.fixture.ts';

interface LineRig extends SessionRig {
  readonly probes: readonly ProbePeer[];
  /** The peer connection in use when the line was cut. */
  readonly peer: FakeWorld['clientPeer'];
}

/** A ready session whose service named a STUN server and then became unreachable: sockets to it stay silent. */
async function cutRig(iceState: RTCIceConnectionState): Promise<LineRig> {
  let world: FakeWorld | undefined;
  const { peers, peerClass } = probePeers(() => {
    if (world === undefined) throw new Error('there is no world yet');
    return world.options.RTCPeerConnection;
  });
  const arrange = (made: FakeWorld): void => {
    world = made;
    made.turnReply = { iceServers: [{ urls: ['stun:stun.test'] }] };
  };
  const rig = await readyRig({ arrange, RTCPeerConnection: peerClass() });
  const peer = rig.world.clientPeer;
  rig.world.isReachable = false;
  peer.forceIceState(iceState);
  await rig.world.settled();
  return { ...rig, probes: peers, peer };
}

/** The probe in progress gets no answer. */
async function staysDead({ world }: LineRig): Promise<void> {
  world.clock.advance(PROBE_MS);
  await world.settled();
}

/** The probe in progress is answered. */
async function answers({ world, probes }: LineRig): Promise<void> {
  world.isReachable = true;
  probes.at(-1)?.gather('srflx');
  await world.settled();
}

async function leavesNothing(rig: LineRig): Promise<void> {
  await endsClean(rig);
  expect(rig.probes.every(({ isClosed }) => isClosed)).toBe(true);
}

test('an attempt that hangs since the line was dead is replaced at once', async () => {
  const rig = await cutRig('failed');
  await staysDead(rig);
  await staysDead(rig);
  expect([rig.session.state.kind, rig.world.sockets.all.length, rig.probes.length]).toEqual([
    'recovering',
    2,
    3,
  ]);
  await answers(rig);
  expect([rig.session.state.kind, rig.world.sockets.all.length, rig.probes.length]).toEqual(['ready', 3, 3]);
  await leavesNothing(rig);
});

test('an attempt that the service has answered since then goes on', async () => {
  const rig = await cutRig('failed');
  await staysDead(rig);
  rig.world.intercept = () => true;
  rig.world.sockets.last.serverOpen();
  await rig.world.settled();
  await answers(rig);
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['recovering', 2]);
  await leavesNothing(rig);
});

test('a line that was never dead changes nothing: the service may be the one that is away', async () => {
  const rig = await cutRig('failed');
  await answers(rig);
  rig.world.clock.advance(PROBE_MS);
  await rig.world.settled();
  expect([rig.session.state.kind, rig.world.sockets.all.length, rig.probes.length]).toEqual([
    'recovering',
    2,
    1,
  ]);
  await leavesNothing(rig);
});

test('the successor prepared for a connection in doubt is prepared again', async () => {
  const rig = await cutRig('disconnected');
  await staysDead(rig);
  expect(rig.world.sockets.all).toHaveLength(2);
  await answers(rig);
  expect([rig.session.state.kind, rig.world.sockets.all.length]).toEqual(['ready', 3]);
  await leavesNothing(rig);
});

test('a connection that recovers by itself ends the probing', async () => {
  const rig = await cutRig('disconnected');
  await staysDead(rig);
  rig.peer.forceIceState('connected');
  await rig.world.settled();
  rig.world.clock.advance(10 * PROBE_MS);
  await rig.world.settled();
  expect([rig.session.state.kind, rig.probes.length]).toEqual(['ready', 2]);
  await leavesNothing(rig);
});
