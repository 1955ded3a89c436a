/** @module The label of a tile: the name if the device itself gave it, else its kind and a number. */

import type { Messages } from '../messages/en.ts';

/** The track that a tile shows. */
export interface NamedTrack {
  readonly kind: 'video' | 'audio';
  readonly trackId: string;
  /** The device's words for it, if it has any. */
  readonly title?: string | undefined;
  /** Whether the device itself confirmed that this track has this name. */
  readonly isAuthenticated: boolean;
}

/** The label of the tile at a position, counted from 1. */
export function tileName(
  { kind, trackId, title = trackId, isAuthenticated }: NamedTrack,
  number: number,
  words: Messages['live'],
): string {
  if (isAuthenticated) return title;
  return kind === 'video' ? words.camera(number) : words.sound(number);
}
