/** @module Which of a connection's numbers are those of a picture or a sound. */

import type { TrackStats } from '../wire.ts';

/** By the browser's name of the track. Some do not say which entry is which track's: where there is one of its kind only, it is that one. */
export function statsOfTrack(
  tracks: readonly TrackStats[],
  track: Pick<MediaStreamTrack, 'id' | 'kind'>,
): TrackStats | undefined {
  const all = tracks.filter(({ kind, direction }) => kind === track.kind && direction === 'receive');
  const named = all.find(({ mediaTrackId }) => mediaTrackId === track.id);
  return named ?? (all.length === 1 ? all[0] : undefined);
}
