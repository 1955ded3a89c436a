/** @module Why a track cannot be shown, in plain words. */

import type { TrackError } from '@longwire/client';
import { assertNever } from '@longwire/protocol/base';
import type { Messages } from '../messages/en.ts';

/** The error of a track. */
export type TrackTrouble = Pick<TrackError, 'reason' | 'deviceMessage' | 'isAuthenticated'>;

/**
 * The message for a track's error, with the device's own text if there is one; `undefined` without an error. A text that is not
 * authenticated as the device's is not shown: the signaling service could have written it.
 */
export function trackTrouble(
  { reason, deviceMessage, isAuthenticated }: TrackTrouble,
  words: Messages['track'],
): string | undefined {
  const ofCode = wordsOfCode(reason, words);
  if (ofCode === undefined || !isAuthenticated) return ofCode;
  return deviceMessage?.trim() || ofCode;
}

function wordsOfCode(error: TrackError['reason'], words: Messages['track']): string | undefined {
  switch (error) {
    case 'OK':
      return undefined;
    case 'ACCESS_DENIED':
      return words.accessDenied;
    case 'UNKNOWN_TRACK_ID':
      return words.unknownTrack;
    case 'INVALID_CODECS':
      return words.codecs;
    case 'UNKNOWN_ERROR':
      return words.failed;
    default:
      return assertNever(error);
  }
}
