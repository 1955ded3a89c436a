/** @module The message about a missing video or audio track, and what can be done about it. */

import { StatusError, TrackError, type EdgeError } from '@longwire/client';
import type { Messages } from '../messages/en.ts';
import { failureOf } from '../session/failure.ts';
import { codecTrouble, soundHint, type LackedFormats } from './codec-trouble.ts';
import { trackTrouble } from './track-trouble.ts';

/** The problem in words. */
export interface MediaTrouble {
  readonly title: string;
  readonly hint: string | undefined;
  /** Another user may have the right that this one lacks. */
  readonly isDenied: boolean;
}

type Words = Pick<Messages, 'live' | 'track' | 'failure'>;

const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);
const NOT_FOUND = 404;

/** Input of the message about a track that cannot be shown. */
export interface MediaTroubleInput extends LackedFormats {
  /** The error of the request; undefined while the device has not answered. */
  readonly error: EdgeError | undefined;
  readonly isOnline: boolean;
}

/** The message; undefined if there is no problem. */
export function mediaTrouble(
  { error, kind, lacked, isOnline }: MediaTroubleInput,
  words: Words,
): MediaTrouble | undefined {
  const { live, track, failure } = words;
  const codecs =
    lacked.length === 0 ? undefined : { ...codecTrouble({ kind, lacked }, words), isDenied: false };
  if (error === undefined) return codecs;
  const denied: MediaTrouble = { title: live.denied, hint: live.deniedWho, isDenied: true };
  if (error instanceof TrackError) {
    if (error.reason === 'ACCESS_DENIED') return denied;
    if (error.reason === 'INVALID_CODECS' && codecs !== undefined) return codecs;
    const title = trackTrouble(error, track);
    const codecsHint = kind === 'audio' ? soundHint(track) : track.codecsHint;
    const hint = error.reason === 'INVALID_CODECS' ? codecsHint : undefined;
    return { title: title ?? live.mediaFailed, hint, isDenied: false };
  }
  if (error instanceof StatusError && NOT_ALLOWED.has(error.statusCode)) return denied;
  if (error instanceof StatusError && error.statusCode === NOT_FOUND)
    return { title: live.noFeed, hint: live.noFeedHint, isDenied: false };
  const { kind: why } = failureOf(error, { isOnline });
  return { title: live.mediaFailed, hint: failure[why].hint, isDenied: false };
}
