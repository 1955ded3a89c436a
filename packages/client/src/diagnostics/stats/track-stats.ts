/** @module Statistics of each medium: the browser's counters, and rates since the previous report. */
import type { TrackStats } from './connection-stats.ts';
import { bitsPerSecond, growth, perSecond, shareOf } from './rate.ts';
import type { StatsEntries, StatsEntry } from './stats-entry.ts';

const MS = 1000;

/** Statistics of every received and sent medium. `elapsedMs` is the time since `previous`. */
export function trackStats(
  entries: StatsEntries,
  previous: readonly TrackStats[],
  elapsedMs: number,
): TrackStats[] {
  const received = entries.ofType('inbound-rtp').map((entry) => receivedCounters(entry));
  const sent = entries.ofType('outbound-rtp').map((entry) => sentCounters(entries, entry));
  return [...received, ...sent].flatMap(({ entry, receiverEntry, ...counted }) => {
    const kind = entry.text('kind') ?? entry.text('mediaType');
    if (kind !== 'audio' && kind !== 'video') return [];
    const before = previous.find(({ id, direction }) => id === entry.id && direction === counted.direction);
    return [
      {
        id: entry.id,
        kind,
        ...counted,
        ...described(entries, entry, receiverEntry),
        ...measured(entry, counted, before, elapsedMs),
      },
    ];
  });
}

type Counters = Pick<
  TrackStats,
  'direction' | 'bytes' | 'frames' | 'packets' | 'packetsLost' | 'bufferedSeconds' | 'bufferedItems'
>;

interface Counted extends Counters {
  readonly entry: StatsEntry;
  /** The entry of the receiving side, which counts lost packets. */
  readonly receiverEntry: StatsEntry | undefined;
}

function receivedCounters(entry: StatsEntry): Counted {
  return {
    entry,
    receiverEntry: entry,
    direction: 'receive',
    bytes: entry.count('bytesReceived') ?? 0,
    frames: entry.count('framesDecoded') ?? 0,
    packets: entry.count('packetsReceived') ?? 0,
    // May be negative if there are more duplicates than losses (RFC 3550 section 6.4.1).
    packetsLost: entry.count('packetsLost') ?? 0,
    bufferedSeconds: entry.count('jitterBufferDelay') ?? 0,
    bufferedItems: entry.count('jitterBufferEmittedCount') ?? 0,
  };
}

function sentCounters(entries: StatsEntries, entry: StatsEntry): Counted {
  const receiverEntry =
    entries.get(entry.text('remoteId')) ??
    entries.ofType('remote-inbound-rtp').find((remote) => remote.text('localId') === entry.id);
  return {
    entry,
    receiverEntry,
    direction: 'send',
    bytes: entry.count('bytesSent') ?? 0,
    frames: entry.count('framesSent') ?? entry.count('framesEncoded') ?? 0,
    packets: entry.count('packetsSent') ?? 0,
    packetsLost: receiverEntry?.count('packetsLost') ?? 0,
    bufferedSeconds: 0,
    bufferedItems: 0,
  };
}

function described(
  entries: StatsEntries,
  entry: StatsEntry,
  receiverEntry: StatsEntry | undefined,
): Partial<TrackStats> {
  const codec = entries.get(entry.text('codecId'))?.text('mimeType')?.split('/').at(-1);
  const jitter = receiverEntry?.count('jitter');
  const frozen = entry.count('totalFreezesDuration');
  return given({
    mid: entry.text('mid'),
    mediaTrackId: entry.text('trackIdentifier'),
    codec,
    width: entry.count('frameWidth'),
    height: entry.count('frameHeight'),
    freezes: entry.count('freezeCount'),
    frozenMs: frozen === undefined ? undefined : frozen * MS,
    framesDropped: entry.count('framesDropped'),
    jitterMs: jitter === undefined ? undefined : jitter * MS,
  });
}

function measured(
  entry: StatsEntry,
  now: Counters,
  before: TrackStats | undefined,
  elapsedMs: number,
): Partial<TrackStats> {
  const framesPerSecond = entry.count('framesPerSecond');
  if (before === undefined) return given({ framesPerSecond });
  const lost = growth(now.packetsLost, before.packetsLost);
  const packets = growth(now.packets, before.packets);
  const total =
    now.direction === 'receive' && lost !== undefined && packets !== undefined ? packets + lost : packets;
  const waited = growth(now.bufferedSeconds, before.bufferedSeconds);
  const items = growth(now.bufferedItems, before.bufferedItems);
  return given({
    framesPerSecond:
      framesPerSecond ??
      (entry.text('kind') === 'video' ? perSecond(now.frames, before.frames, elapsedMs) : undefined),
    bitsPerSecond: bitsPerSecond(now.bytes, before.bytes, elapsedMs),
    lossShare: shareOf(lost, total),
    bufferMs: waited === undefined || items === undefined || items < 1 ? undefined : (waited / items) * MS,
  });
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that are defined. */
function given<T extends object>(fields: T): Given<T> {
  const kept: Given<T> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) Reflect.set(kept, key, value);
  return kept;
}
