/** @module Why a track cannot be shown, in plain words. */

import type { Messages } from '../messages/en.ts';

/** What is known of a track's trouble. */
export interface TrackTrouble {
  readonly error?: string | undefined;
  /** The device's own words, which say more than a code. */
  readonly message?: string | undefined;
}

/** The words for a track's trouble, the device's own where it has some; `undefined` where there is none. */
export function trackTrouble({ error, message }: TrackTrouble, words: Messages['track']): string | undefined {
  const ofCode = wordsOfCode(error, words);
  return ofCode === undefined ? undefined : message?.trim() || ofCode;
}

function wordsOfCode(error: string | undefined, words: Messages['track']): string | undefined {
  switch (error) {
    case undefined:
    case 'OK':
      return undefined;
    case 'ACCESS_DENIED':
      return words.accessDenied;
    case 'UNKNOWN_TRACK_ID':
      return words.unknownTrack;
    case 'INVALID_CODECS':
      return words.codecs;
    default:
      return words.failed;
  }
}
