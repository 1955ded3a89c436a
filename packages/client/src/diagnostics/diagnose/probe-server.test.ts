/** @module What a probe reports; a browser without an address asks no server. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { probePeers, type ProbePeer } from '../../session/probe-peer.fixture.ts';
import { probeServer } from './probe-server.ts';

const LIMIT_MS = 1000;

test.each<[string, (peer: ProbePeer) => void, boolean]>([
  ['gathers an address', (peer) => peer.gather('host'), true],
  ['reports an error', (peer) => peer.fail(701), true],
  ['hides its addresses and is still gathering', () => undefined, true],
  ['completes without an address, as Chromium without UDP', (peer) => peer.complete(), false],
  ['never begins, as Firefox without UDP', (peer) => (peer.iceGatheringState = 'new'), false],
])('whether the server was asked by a browser that %s', async (_name, act, isAsked) => {
  const clock = new ManualClock();
  const { peers, peerClass } = probePeers();
  const probing = probeServer(
    { RTCPeerConnection: peerClass(), servers: [{ urls: 'stun:a.test' }], wanted: 'srflx' },
    { clock, signal: undefined, limitMs: LIMIT_MS },
  );
  peers.forEach(act);
  clock.advance(LIMIT_MS);
  expect(await probing).toMatchObject({ isAsked, hasCandidate: false });
});
