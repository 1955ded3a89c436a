/** @module Arranges a device's tracks into tiles. */

import type { OfferedTracks, View } from './offered-tracks.ts';

/** A tile: a video with its audio, audio alone, or a track of which only the name is known. */
export type LiveTile =
  | ({ readonly kind: 'view' } & View)
  | { readonly kind: 'sound'; readonly trackId: string }
  | { readonly kind: 'other'; readonly trackId: string };

/** The id of a tile: its first track. */
export function tileId(tile: LiveTile): string {
  return tile.kind === 'view' ? tile.videoTrackId : tile.trackId;
}

/** One tile for each listed video or audio track, and for each other track that the device announced. */
export function liveTiles(
  { views, sounds, talkTrackId }: OfferedTracks,
  named: readonly string[],
): readonly LiveTile[] {
  const listed = new Set([
    ...views.flatMap(({ videoTrackId, soundTrackId }) => [videoTrackId, soundTrackId]),
    ...sounds,
    talkTrackId,
  ]);
  return [
    ...views.map((view) => ({ kind: 'view', ...view }) as const),
    ...sounds.map((trackId) => ({ kind: 'sound', trackId }) as const),
    ...[...new Set(named)]
      .filter((trackId) => !listed.has(trackId))
      .map((trackId) => ({ kind: 'other', trackId }) as const),
  ];
}
