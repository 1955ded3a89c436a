/** @module Incoming and outgoing candidates and descriptions, and ICE servers. */
import { silentLogger } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onlyLoopbackAddress } from './bind-address.ts';
import { nativeIceServers } from './native-ice-servers.ts';
import { OutgoingSignals } from './outgoing-signals.ts';
import { RemoteCandidates } from './remote-candidates.ts';
import { MAX_REMOTE_CANDIDATES, usableCandidate, withUsableCandidates } from './usable-candidate.ts';

const host = (address: string, transport = 'udp'): string =>
  `candidate:1 1 ${transport} 2122260223 ${address} 50000 typ host`;

describe('candidates of the client', () => {
  test.each([host('192.0.2.1'), host('2001:db8::1'), host('10.0.0.1', 'UDP')])('uses %s', (candidate) => {
    expect(usableCandidate({ candidate, sdpMid: '0' })).toEqual({ line: candidate, mid: '0' });
  });

  test.each([
    ['a name, which DNS would be asked for', host('host.example')],
    ['a hidden address', host('c6f9f558-91c1-413d-84ef-af3d1936c824.local')],
    ['TCP', host('192.0.2.1', 'tcp')],
    ['the end of candidates', ''],
    ['no candidate', 'x'],
    ['two lines', `${host('192.0.2.1')}\r\na=x`],
    ['an endless line', host('192.0.2.1').padEnd(600, 'x')],
  ])('skips %s', (_what, candidate) => {
    expect(usableCandidate({ candidate })).toBe(undefined);
  });

  test('skips unusable candidates inside a description', () => {
    const sdp = [
      'v=0',
      `a=${host('192.0.2.1')}`,
      `a=${host('host.example')}`,
      'a=end-of-candidates',
      '',
    ].join('\r\n');
    expect(withUsableCandidates(sdp)).toBe(`v=0\r\na=${host('192.0.2.1')}\r\na=end-of-candidates\r\n`);
  });

  test('queues early candidates in order, and takes at most MAX_REMOTE_CANDIDATES', () => {
    const added: string[] = [];
    const candidates = new RemoteCandidates(({ mid }) => added.push(mid), silentLogger);
    for (let index = 0; index < 3; index += 1)
      candidates.add({ candidate: host('192.0.2.1'), sdpMid: `${index}` });
    expect(added).toEqual([]);
    candidates.open();
    expect(added).toEqual(['0', '1', '2']);
    for (let index = 0; index < 200; index += 1) candidates.add({ candidate: host('192.0.2.1') });
    expect(added).toHaveLength(MAX_REMOTE_CANDIDATES);
  });

  test('continues after a candidate that ICE refuses', () => {
    const candidates = new RemoteCandidates(() => {
      throw new Error('refused');
    }, silentLogger);
    candidates.open();
    expect(() => candidates.add({ candidate: host('192.0.2.1') })).not.toThrow();
  });

  test('returns a candidate or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (candidate) => {
        expect(usableCandidate({ candidate })?.line ?? candidate).toBe(candidate);
      }),
    );
  });
});

test('passes only those ICE servers on that the library can use', () => {
  const credentials = { username: 'u:1', credential: 'c@2' };
  expect(
    nativeIceServers([
      { urls: ['stun:stun.example', 'stun:[2001:db8::1]:5349'] },
      { urls: ['turn:turn.example:3479?transport=udp', 'turn:turn.example?transport=tcp'], ...credentials },
      { urls: ['turns:turn.example', 'https://x', '', 'stun:a b', 'stun:x:99999', 'stun:user@host/?x'] },
      { urls: ['turn:no-credentials.example'] },
    ]),
  ).toEqual([
    { hostname: 'stun.example', port: 3478 },
    { hostname: '2001:db8::1', port: 5349 },
    { hostname: 'turn.example', port: 3479, username: 'u:1', password: 'c@2', relayType: 'TurnUdp' },
  ]);
});

test('binds to loopback only if the machine has no other interface', () => {
  const address = { address: '', netmask: '', mac: '', cidr: '', family: 'IPv4' } as const;
  const [lo, eth0] = [
    { ...address, internal: true },
    { ...address, internal: false },
  ];
  expect(onlyLoopbackAddress(() => ({ lo: [lo] }))).toBe('127.0.0.1');
  expect(onlyLoopbackAddress(() => ({ lo: [lo], eth0: [eth0] }))).toBe(undefined);
});

function setUp(isTrickling: boolean) {
  const sent: string[] = [];
  let isComplete = false;
  const outgoing = new OutgoingSignals({
    isGatheringComplete: () => isComplete,
    localDescription: () => ({ type: 'answer', sdp: 'with candidates' }),
    sendDescription: ({ sdp }) => sent.push(sdp),
    sendCandidate: ({ candidate }) => sent.push(candidate),
  });
  outgoing.isTrickling = isTrickling;
  const complete = (): void => {
    isComplete = true;
    outgoing.handleGatheringComplete();
  };
  return { sent, outgoing, complete };
}

describe('outgoing descriptions and candidates', () => {
  test('sends a description immediately, then each candidate once', () => {
    const { sent, outgoing, complete } = setUp(true);
    outgoing.handleDescription({ type: 'answer', sdp: `v=0 a=${host('192.0.2.1')}` });
    outgoing.handleCandidate(`a=${host('192.0.2.1')}`, '0');
    outgoing.handleCandidate(`a=${host('192.0.2.9')}`, '0');
    complete();
    expect(sent).toEqual([`v=0 a=${host('192.0.2.1')}`, host('192.0.2.9')]);
  });

  test('an offer to a client that has sent nothing contains candidates, and later ones follow immediately', () => {
    const { sent, outgoing } = setUp(true);
    const sdp = `v=0\r\na=${host('192.0.2.1')}\r\n`;
    outgoing.handleDescription({ type: 'offer', sdp });
    outgoing.handleTrickle();
    outgoing.handleCandidate(`a=${host('192.0.2.9')}`, '0');
    expect(sent).toEqual([sdp, host('192.0.2.9')]);
    outgoing.handleDescription({ type: 'offer', sdp });
    expect(sent.slice(2)).toEqual([sdp]);
  });

  test('a client that has both refused and shown trickle ICE gets candidates inside descriptions', () => {
    const { sent, outgoing, complete } = setUp(true);
    const sdp = `v=0\r\na=${host('192.0.2.1')}\r\n`;
    complete();
    outgoing.stopTrickling();
    outgoing.handleTrickle();
    outgoing.handleDescription({ type: 'offer', sdp });
    expect(sent).toEqual([sdp]);
  });

  test('a first offer to a trickling client contains no candidates; they follow once its description is applied; later offers contain them', () => {
    const { sent, outgoing } = setUp(true);
    outgoing.handleTrickle();
    const sdp = `v=0\r\na=${host('192.0.2.1')}\r\na=end-of-candidates\r\na=mid:0\r\n`;
    outgoing.handleDescription({ type: 'offer', sdp });
    outgoing.handleCandidate(`a=${host('192.0.2.1')}`, '0');
    expect(sent).toEqual(['v=0\r\na=mid:0\r\n']);
    outgoing.handleRemoteApplied();
    outgoing.handleRemoteApplied();
    outgoing.handleDescription({ type: 'offer', sdp });
    expect(sent.slice(1)).toEqual([host('192.0.2.1'), sdp]);
  });

  test('after noTrickle for an offer without candidates, the next description contains them', () => {
    const { sent, outgoing, complete } = setUp(true);
    const sdp = `v=0\r\na=${host('192.0.2.1')}\r\n`;
    complete();
    outgoing.handleTrickle();
    outgoing.handleDescription({ type: 'offer', sdp });
    outgoing.stopTrickling();
    expect(outgoing.owesCandidates).toBe(true);
    outgoing.handleRemoteApplied();
    outgoing.handleDescription({ type: 'offer', sdp });
    expect([sent, outgoing.owesCandidates]).toEqual([['v=0\r\n', sdp], false]);
  });

  test('with noTrickle, sends one description once it contains all candidates, and trickles none', () => {
    const { sent, outgoing, complete } = setUp(false);
    outgoing.handleDescription({ type: 'answer', sdp: 'without' });
    outgoing.handleCandidate(host('192.0.2.1'), '0');
    expect(sent).toEqual([]);
    complete();
    complete();
    expect(sent).toEqual(['with candidates']);
  });
});
