/** @module How a picture arrives: asked for by a person, counted only while it is shown. */

import { useConnectionStats } from '@longwire/react';
import { messages } from '../../../messages/messages.ts';
import type { TrackStats } from '../../../wire.ts';

const words = messages.live.stats;
const MEGA = 1_000_000;

/** The numbers of one track, by the browser's name of it. */
export function TileStats({ track }: { readonly track: MediaStreamTrack | undefined }) {
  const stats = useConnectionStats();
  const own = statsOf(stats?.tracks, track);
  if (own === undefined) return <output className="lw-stats">{words.waiting}</output>;
  const { width, height, framesPerSecond, bitsPerSecond, codec, lossShare, bufferMs } = own;
  const rows = [
    [words.resolution, width && height && words.size(width, height)],
    [words.frames, framesPerSecond?.toFixed(0)],
    [words.rate, bitsPerSecond === undefined ? undefined : words.megabits(bitsPerSecond / MEGA)],
    [words.codec, codec],
    [words.lost, lossShare === undefined ? undefined : words.percent(lossShare)],
    [words.buffer, bufferMs === undefined ? undefined : words.ms(bufferMs)],
  ] as const;
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

/** Some browsers do not say which entry is which track's: where there is one picture only, it is that one. */
function statsOf(
  tracks: readonly TrackStats[] | undefined,
  track: MediaStreamTrack | undefined,
): TrackStats | undefined {
  const pictures = tracks?.filter(({ kind, direction }) => kind === 'video' && direction === 'receive') ?? [];
  const named = pictures.find(({ mediaTrackId }) => mediaTrackId === track?.id);
  return named ?? (pictures.length === 1 ? pictures[0] : undefined);
}
