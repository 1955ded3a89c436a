/** @module Which tiles a device's tracks make. */

import type { OfferedTracks, View } from './offered-tracks.ts';

/** A tile: a picture with its sound, a sound alone, or a track of which only the name is known. */
export type LiveTile =
  | ({ readonly kind: 'view' } & View)
  | { readonly kind: 'sound'; readonly trackId: string }
  | { readonly kind: 'other'; readonly trackId: string };

/** The name of a tile: that of its first track. */
export function tileId(tile: LiveTile): string {
  return tile.kind === 'view' ? tile.videoTrackId : tile.trackId;
}

/** What the device offers, and whatever else it has named or somebody has asked for. */
export function liveTiles(
  { views, sounds, talkTrackId }: OfferedTracks,
  named: readonly string[],
): readonly LiveTile[] {
  const known = new Set([
    ...views.flatMap(({ videoTrackId, soundTrackId }) => [videoTrackId, soundTrackId]),
    ...sounds,
    talkTrackId,
  ]);
  return [
    ...views.map((view) => ({ kind: 'view', ...view }) as const),
    ...sounds.map((trackId) => ({ kind: 'sound', trackId }) as const),
    ...named.filter((trackId) => !known.has(trackId)).map((trackId) => ({ kind: 'other', trackId }) as const),
  ];
}
