/** @module Statistics reports as browsers produce them, incomplete ones and invalid ones. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import recorded from './chromium.vectors.json' with { type: 'json' };
import type { ConnectionStats } from './connection-stats.ts';
import { distilStats } from './distil-stats.ts';

interface Entry {
  readonly id: string;
  readonly [field: string]: unknown;
}

const reportOf = (entries: readonly Entry[]): Map<string, unknown> =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** The results for two reports, the second with the first as the previous one. */
function distilBoth([first = [], second = []]: readonly (readonly Entry[])[]): ConnectionStats[] {
  const before = distilStats(reportOf(first));
  return [before, distilStats(reportOf(second), before)];
}

describe('Chromium 156, recorded', () => {
  test('distils a recorded connection in the same network with video and audio', () => {
    const [first, second] = distilBoth(recorded.direct);
    expect(first).not.toHaveProperty('receiveBitsPerSecond');
    expect(second).toMatchObject({
      path: { kind: 'same-network', protocol: 'udp', localType: 'host', remoteType: 'host' },
      roundTripMs: 1,
      lossShare: 0,
    });
    expect(second?.receiveBitsPerSecond).toBeCloseTo(((40_985 - 16_083) * 8) / 1.139_48, 0);
    expect(second?.sendBitsPerSecond).toBeCloseTo(((6692 - 2656) * 8) / 1.139_48, 0);
    const video = second?.tracks.find(({ kind }) => kind === 'video');
    expect(video).toMatchObject({
      direction: 'receive',
      mid: 'd0',
      mediaTrackId: 'frontdoor-video',
      codec: 'H264',
      width: 640,
      height: 360,
      framesPerSecond: 25,
      freezes: 0,
      frozenMs: 0,
      jitterMs: 8,
      lossShare: 0,
    });
    expect(video?.bitsPerSecond).toBeCloseTo(((29_385 - 10_832) * 8) / 1.139_48, 0);
    expect(video?.bufferMs).toBeCloseTo(((2.258_037 - 2.105_179) / 29) * 1000, 1);
    const sounds = second?.tracks.filter(({ kind }) => kind === 'audio');
    expect(sounds?.map(({ direction, codec }) => `${direction} ${codec}`)).toEqual([
      'receive opus',
      'send opus',
    ]);
    expect(sounds?.[0]).not.toHaveProperty('framesPerSecond');
  });

  test.each([
    ['udp', recorded.relayByUdp],
    ['tls', recorded.relayByTls],
  ])('reports a relay over %s', (relayProtocol, reports) => {
    expect(distilBoth(reports)[1]?.path).toEqual({
      kind: 'relayed',
      protocol: 'udp',
      relayProtocol,
      localType: 'relay',
      remoteType: 'host',
    });
  });
});

/** A report in Firefox's format. */
function at(timestamp: number, frames: number, lost: number): Entry[] {
  const entries = [
    { id: 'l', type: 'local-candidate', candidateType: 'srflx', address: '198.51.100.7', protocol: 'udp' },
    { id: 'r', type: 'remote-candidate', candidateType: 'host', address: '203.0.113.9', protocol: 'udp' },
    { id: 'other', type: 'candidate-pair', bytesReceived: 5 },
    {
      id: 'pair',
      type: 'candidate-pair',
      selected: true,
      localCandidateId: 'l',
      remoteCandidateId: 'r',
      bytesSent: 10 * timestamp,
      bytesReceived: 100 * timestamp,
      totalRoundTripTime: 0.6,
      responsesReceived: 20,
    },
    {
      id: 'v',
      type: 'inbound-rtp',
      kind: 'video',
      framesDecoded: frames,
      packetsReceived: frames * 10,
      packetsLost: lost,
      discardedPackets: null,
    },
  ];
  return entries.map((entry) => ({ ...entry, timestamp }));
}

describe('a report in Firefox’s format, without transport and with a marked pair', () => {
  test('yields the same statistics, as far as the values exist', () => {
    const [, stats] = distilBoth([at(1000, 10, 0), at(2000, 40, 100)]);
    expect(stats).toMatchObject({
      path: { kind: 'direct', protocol: 'udp', localType: 'srflx', remoteType: 'host' },
      sendBitsPerSecond: 80_000,
      receiveBitsPerSecond: 800_000,
      lossShare: 0.25,
      tracks: [{ framesPerSecond: 30, lossShare: 0.25 }],
    });
    expect(stats?.roundTripMs).toBeCloseTo(30);
  });

  test('counters that were reset yield no rates', () => {
    const [, stats] = distilBoth([at(2000, 40, 100), at(3000, 5, 0)]);
    expect(stats?.tracks[0]).not.toHaveProperty('framesPerSecond');
    expect(stats?.tracks[0]).not.toHaveProperty('lossShare');
  });

  test('two reports with the same timestamp yield no rates', () => {
    const [, stats] = distilBoth([at(2000, 40, 0), at(2000, 41, 0)]);
    expect(stats).not.toHaveProperty('receiveBitsPerSecond');
  });
});

function kindBetween(local: object, remote: object): string | undefined {
  const entries: Entry[] = [
    { id: 't', type: 'transport', selectedCandidatePairId: 'p' },
    { id: 'p', type: 'candidate-pair', localCandidateId: 'l', remoteCandidateId: 'r' },
    { id: 'l', type: 'local-candidate', ...local },
    { id: 'r', type: 'remote-candidate', ...remote },
  ];
  return distilStats(reportOf(entries)).path?.kind;
}

function end(candidateType: string, address?: string): object {
  return { candidateType, address };
}

describe('the kind of path, by its two candidates', () => {
  test.each([
    ['both behind one router', end('host', '192.168.1.2'), end('host', '192.168.1.3'), 'same-network'],
    ['hidden by mDNS', end('host', ''), end('host', 'd3adb33f.local'), 'same-network'],
    ['neither says where it is', end('host'), end('host'), 'same-network'],
    ['seen by the device only', end('prflx', '10.0.0.2'), end('host', '10.0.0.3'), 'same-network'],
    ['one IPv6 network', end('host', '2001:db8:1:2::5'), end('host', '2001:db8:1:2:3::6'), 'same-network'],
    ['two IPv6 networks', end('host', '2001:db8:1:2::5'), end('host', '2001:db8:1:3::6'), 'direct'],
    ['one machine', end('host', '203.0.113.5'), end('host', '203.0.113.5'), 'same-network'],
    ['through two routers', end('srflx', '198.51.100.2'), end('srflx', '203.0.113.3'), 'direct'],
    ['nothing said of a far end', end('prflx'), end('srflx'), 'direct'],
    ['a relay here', end('relay', '203.0.113.1'), end('host', '10.0.0.1'), 'relayed'],
    ['a relay there', end('host', '10.0.0.1'), end('relay', '203.0.113.1'), 'relayed'],
  ])('%s', (_name, local, remote, kind) => {
    expect(kindBetween(local, remote)).toBe(kind);
  });
});

test('there is no path before a pair is selected, and the candidates of a pair may be missing', () => {
  expect(distilStats(new Map())).toEqual({ timestampMs: 0, tracks: [], bytesSent: 0, bytesReceived: 0 });
  const orphan = reportOf([{ id: 'p', type: 'candidate-pair', selected: true }]);
  expect(distilStats(orphan).path).toEqual({ kind: 'direct' });
});

const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -1000, max: 1e9 }),
  fc.boolean(),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('video', 'audio', 'succeeded', 'relay', 'host', 'a', 'b', null, undefined),
);
const FIELDS =
  'timestamp kind mid bytesSent bytesReceived packetsLost packetsReceived packetsSent framesDecoded framesPerSecond jitter jitterBufferDelay jitterBufferEmittedCount selectedCandidatePairId localCandidateId remoteCandidateId candidateType address protocol relayProtocol nominated selected state codecId mimeType currentRoundTripTime remoteId localId'.split(
    ' ',
  );
const entry = fc.record(
  {
    type: fc.constantFrom(
      'transport',
      'candidate-pair',
      'local-candidate',
      'remote-candidate',
      'inbound-rtp',
      'outbound-rtp',
      'remote-inbound-rtp',
      'codec',
      7,
    ),
    ...Object.fromEntries(FIELDS.map((field) => [field, value])),
  },
  { requiredKeys: ['type'] },
);
const report = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.oneof({ arbitrary: entry, weight: 9 }, value))
  .map((entries) => new Map<string, unknown>(Object.entries(entries)));

function numbersIn(data: unknown): number[] {
  if (typeof data === 'number') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(numbersIn) : [];
}

test('property: for any report nothing is thrown, invented or negative', () => {
  fc.assert(
    fc.property(report, report, (first, second) => {
      const before = distilStats(first);
      const stats = distilStats(second, before);
      for (const number of numbersIn(stats)) {
        expect(Number.isFinite(number)).toBe(true);
        expect(number).toBeGreaterThanOrEqual(0);
      }
      for (const { lossShare } of [stats, ...stats.tracks]) expect(lossShare ?? 0).toBeLessThanOrEqual(1);
      expect(JSON.parse(JSON.stringify(stats))).toEqual(stats);
    }),
  );
});
