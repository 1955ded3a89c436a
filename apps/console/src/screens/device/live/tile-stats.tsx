/** @module Reception statistics of a track; measured only while they are shown. */

import { useConnectionStats } from '@longwire/react';
import type { TrackStats } from '@longwire/client';
import { statsOfTrack } from '../../../live/stats-of-track.ts';
import { messages } from '../../../messages/messages.ts';

const words = messages.live.stats;
const { bits, ms, share } = messages.path;

/** The statistics of one track. */
export function TileStats({ track }: { readonly track: MediaStreamTrack }) {
  const stats = useConnectionStats();
  const own = statsOfTrack(stats?.tracks ?? [], track);
  if (own === undefined) return <output className="lw-stats">{words.waiting}</output>;
  const rows = [...(own.kind === 'video' ? pictureRows(own) : soundRows(own)), ...commonRows(own)];
  return (
    <dl className="lw-stats" data-testid="statistics">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? words.none}</dd>
        </div>
      ))}
    </dl>
  );
}

type Row = readonly [name: string, value: string | undefined];

function pictureRows({ width, height, framesPerSecond }: TrackStats): readonly Row[] {
  const size = width === undefined || height === undefined ? undefined : words.size(width, height);
  return [
    [words.resolution, size],
    [words.frames, framesPerSecond?.toFixed(0)],
  ];
}

function soundRows({ packets, packetsLost }: TrackStats): readonly Row[] {
  return [
    [words.packets, words.count(packets)],
    [words.packetsLost, words.count(packetsLost)],
  ];
}

function commonRows({ bitsPerSecond, codec, lossShare, jitterMs, bufferMs }: TrackStats): readonly Row[] {
  return [
    [words.rate, formatIfKnown(bitsPerSecond, bits)],
    [words.codec, codec],
    [words.lost, formatIfKnown(lossShare, share)],
    [words.jitter, formatIfKnown(jitterMs, ms)],
    [words.buffer, formatIfKnown(bufferMs, ms)],
  ];
}

function formatIfKnown(value: number | undefined, format: (value: number) => string): string | undefined {
  return value === undefined ? undefined : format(value);
}
