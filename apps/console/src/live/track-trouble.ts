/** @module Why a track cannot be shown, in plain words. */

import type { Messages } from '../messages/en.ts';

/** The words for a track's error code; `undefined` where there is no trouble. */
export function trackTrouble(error: string | undefined, words: Messages['track']): string | undefined {
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
