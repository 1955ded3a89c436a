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

/** Tracks that the device does not list. */
export interface OtherTracks {
  /** Those that it has named, or somebody has asked for. */
  readonly named: readonly string[];
  /** Those of them that are not wanted. */
  readonly hidden: readonly string[];
}

/** What the device offers, and whatever else was named and is not put away. */
export function liveTiles(
  { views, sounds, talkTrackId }: OfferedTracks,
  { named, hidden }: OtherTracks,
): readonly LiveTile[] {
  const known = new Set([
    ...views.flatMap(({ videoTrackId, soundTrackId }) => [videoTrackId, soundTrackId]),
    ...sounds,
    talkTrackId,
    ...hidden,
  ]);
  return [
    ...views.map((view) => ({ kind: 'view', ...view }) as const),
    ...sounds.map((trackId) => ({ kind: 'sound', trackId }) as const),
    ...[...new Set(named)]
      .filter((trackId) => !known.has(trackId))
      .map((trackId) => ({ kind: 'other', trackId }) as const),
  ];
}
