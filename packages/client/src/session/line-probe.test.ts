/** @module Which servers a probe asks, and what counts as an answer. */
import { ManualClock } from '@longwire/testing/clock';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_ICE_SERVER } from '../connection/options.ts';
import { createLineProbe, probeUrls } from './line-probe.ts';
import { PROBE_MS } from './line-watch.ts';
import { ProbePeer, probePeers } from './probe-peer.fixture.ts';

describe('probeUrls', () => {
  test.each<[string, readonly RTCIceServer[], readonly string[]]>([
    ['a STUN server', [{ urls: 'stun:a.test:3478' }], ['stun:a.test:3478']],
    [
      'a TURN server over UDP, without its credentials',
      [{ urls: ['turn:a.test?transport=udp'] }],
      ['stun:a.test'],
    ],
    ['each server once', [{ urls: ['stun:a.test', 'turn:a.test'] }], ['stun:a.test']],
    [
      'at most two',
      [{ urls: ['stun:a.test', 'stun:b.test', 'stun:c.test'] }],
      ['stun:a.test', 'stun:b.test'],
    ],
    ['no server over TCP or TLS', [{ urls: ['turn:a.test?transport=tcp', 'turns:a.test'] }], []],
    ['not the public default', [DEFAULT_ICE_SERVER].map(({ urls }) => ({ urls: [...urls] })), []],
  ])('%s', (_name, servers, urls) => {
    expect(probeUrls(servers)).toEqual(urls);
  });
});

describe('a probe', () => {
  test.each<[string, (peer: ProbePeer) => void, boolean]>([
    ['a reflexive candidate is an answer', (peer) => peer.gather('srflx'), true],
    [
      'completion without an error is one, where the address is the same outside',
      (peer) => {
        peer.gather('host');
        peer.complete();
      },
      true,
    ],
    ['completion without any candidate is none: there is no network', (peer) => peer.complete(), false],
    [
      'completion after an error is none',
      (peer) => {
        peer.gather('host');
        peer.fail(701);
        peer.complete();
      },
      false,
    ],
    ['silence is none', (peer) => peer.gather('host'), false],
  ])('%s', async (_name, act, answers) => {
    const clock = new ManualClock();
    const { peers, peerClass } = probePeers();
    const probing = createLineProbe(peerClass, clock)(['stun:a.test'], new AbortController().signal);
    peers.forEach(act);
    clock.advance(PROBE_MS);
    expect(await probing).toBe(answers);
    expect([peers.map(({ isClosed }) => isClosed), clock.pending]).toEqual([[true], 0]);
  });

  test('that the browser refuses leaves no timer', async () => {
    vi.spyOn(ProbePeer.prototype, 'setLocalDescription').mockRejectedValueOnce(new Error('refused'));
    const clock = new ManualClock();
    const { peers, peerClass } = probePeers();
    const probing = createLineProbe(peerClass, clock)(['stun:a.test'], new AbortController().signal);
    await expect(probing).rejects.toThrow('refused');
    expect([peers.map(({ isClosed }) => isClosed), clock.pending]).toEqual([[true], 0]);
  });
});
