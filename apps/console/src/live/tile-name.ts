/** @module What a tile is called: by the device's own name where the device itself gave it, else by what it is and a number. */

import type { Messages } from '../messages/en.ts';

/** What is known of the track that a tile shows. */
export interface NamedTrack {
  readonly kind: 'video' | 'audio';
  readonly trackId: string;
  /** Whether the device itself said that this picture or sound is the one of this name. */
  readonly isAuthenticated: boolean;
}

/** The name of the tile at a place, counted from 1. */
export function tileName(
  { kind, trackId, isAuthenticated }: NamedTrack,
  number: number,
  words: Messages['live'],
): string {
  if (isAuthenticated) return trackId;
  return kind === 'video' ? words.camera(number) : words.sound(number);
}
