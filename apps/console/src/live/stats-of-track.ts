/** @module Finds the statistics of one track. */

import type { TrackStats } from '@longwire/client';

/** Finds them by the browser's track id. Some browsers do not report it: then the only entry of the same kind is taken. */
export function statsOfTrack(
  tracks: readonly TrackStats[],
  track: Pick<MediaStreamTrack, 'id' | 'kind'>,
): TrackStats | undefined {
  const all = tracks.filter(({ kind, direction }) => kind === track.kind && direction === 'receive');
  const named = all.find(({ mediaTrackId }) => mediaTrackId === track.id);
  return named ?? (all.length === 1 ? all[0] : undefined);
}
