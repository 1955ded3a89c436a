/** @module Reduces a browser's statistics report to the statistics of a connection. */
import type { ConnectionStats, TrackStats } from './connection-stats.ts';
import { pathOf, selectedPair } from './path-of.ts';
import { bitsPerSecond, growth, shareOf } from './rate.ts';
import { StatsEntries, type StatsEntry, type StatsSource } from './stats-entry.ts';
import { trackStats } from './track-stats.ts';

const MS = 1000;

/**
 * Distils a report. Rates and shares need the result for an earlier report of the same connection as `previous`; without
 * it they are absent, as are values that the browser does not report. Never throws, whatever the report contains.
 */
export function distilStats(report: StatsSource, previous?: ConnectionStats): ConnectionStats {
  const entries = new StatsEntries(report);
  const timestampMs = entries.newestMs();
  const elapsedMs = previous === undefined ? 0 : timestampMs - previous.timestampMs;
  const pair = selectedPair(entries);
  const tracks = trackStats(entries, previous?.tracks ?? [], elapsedMs);
  const counters = {
    bytesSent: bytesOf(entries, 'bytesSent'),
    bytesReceived: bytesOf(entries, 'bytesReceived'),
  };
  const roundTripMs = roundTripOf(entries, pair);
  return {
    timestampMs,
    ...(pair === undefined ? {} : { path: pathOf(entries, pair) }),
    ...(roundTripMs === undefined ? {} : { roundTripMs }),
    ...(previous === undefined ? {} : changes({ ...counters, tracks }, previous, elapsedMs)),
    tracks,
    ...counters,
  };
}

/** Bytes over all transports; Firefox counts per candidate pair. */
function bytesOf(entries: StatsEntries, key: 'bytesSent' | 'bytesReceived'): number {
  const transports = entries.ofType('transport').flatMap((entry) => entry.count(key) ?? []);
  const counts =
    transports.length > 0
      ? transports
      : entries.ofType('candidate-pair').flatMap((entry) => entry.count(key) ?? []);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The round trip of the selected candidate pair, else the one from RTCP reports. */
function roundTripOf(entries: StatsEntries, pair: StatsEntry | undefined): number | undefined {
  const responses = pair?.count('responsesReceived') ?? 0;
  const total = pair?.count('totalRoundTripTime');
  const seconds =
    pair?.count('currentRoundTripTime') ??
    (total !== undefined && responses > 0 ? total / responses : undefined) ??
    entries.ofType('remote-inbound-rtp').flatMap((entry) => entry.count('roundTripTime') ?? [])[0];
  return seconds === undefined ? undefined : seconds * MS;
}

type Now = Pick<ConnectionStats, 'bytesSent' | 'bytesReceived' | 'tracks'>;

function changes(now: Now, before: ConnectionStats, elapsedMs: number): Partial<ConnectionStats> {
  const send = bitsPerSecond(now.bytesSent, before.bytesSent, elapsedMs);
  const receive = bitsPerSecond(now.bytesReceived, before.bytesReceived, elapsedMs);
  const lossShare = lossOf(now.tracks, before.tracks);
  return {
    ...(send === undefined ? {} : { sendBitsPerSecond: send }),
    ...(receive === undefined ? {} : { receiveBitsPerSecond: receive }),
    ...(lossShare === undefined ? {} : { lossShare }),
  };
}

/** The loss share of all received tracks together. */
function lossOf(tracks: readonly TrackStats[], previous: readonly TrackStats[]): number | undefined {
  let lost = 0;
  let all = 0;
  for (const track of tracks) {
    const before = previous.find(({ id, direction }) => id === track.id && direction === track.direction);
    if (before === undefined || track.direction !== 'receive') continue;
    const lostNow = growth(track.packetsLost, before.packetsLost) ?? 0;
    lost += lostNow;
    all += lostNow + (growth(track.packets, before.packets) ?? 0);
  }
  return shareOf(lost, all);
}
