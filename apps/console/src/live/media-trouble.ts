/** @module Why there is no picture or sound, and what can be done about it. */

import type { Messages } from '../messages/en.ts';
import { failureOf } from '../session/failure.ts';
import { StatusError, TrackError, type EdgeError } from '../wire.ts';
import { trackTrouble } from './track-trouble.ts';

/** What is the matter, in words. */
export interface MediaTrouble {
  readonly title: string;
  readonly hint: string | undefined;
  /** Another user may be allowed what this one is not. */
  readonly isDenied: boolean;
}

type Words = Pick<Messages, 'live' | 'track' | 'failure'>;

const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);
const NOT_FOUND = 404;

/** The words for what came of asking for a track. */
export function mediaTrouble(error: EdgeError, words: Words, isOnline: boolean): MediaTrouble {
  const { live, track, failure } = words;
  const denied: MediaTrouble = { title: live.denied, hint: live.deniedWho, isDenied: true };
  if (error instanceof TrackError) {
    if (error.reason === 'ACCESS_DENIED') return denied;
    const title = trackTrouble({ error: error.reason, message: error.deviceMessage }, track);
    const hint = error.reason === 'INVALID_CODECS' ? track.codecsHint : undefined;
    return { title: title ?? live.mediaFailed, hint, isDenied: false };
  }
  if (error instanceof StatusError && NOT_ALLOWED.has(error.statusCode)) return denied;
  if (error instanceof StatusError && error.statusCode === NOT_FOUND) {
    return { title: live.noFeed, hint: live.noFeedHint, isDenied: false };
  }
  const { kind } = failureOf(error, { isOnline });
  return { title: live.mediaFailed, hint: failure[kind].hint, isDenied: false };
}
