/** @module The talks of each session: whoever comes back to a device goes on over the line that is there. */

import { Talk, type Microphones, type TalkSession } from './talk.ts';

const TALKS = new WeakMap<TalkSession, Map<string, Talk>>();

/** The one talk of a session to this track. */
export function talkOf(session: TalkSession, trackId: string, microphones: Microphones | undefined): Talk {
  const talks = TALKS.get(session) ?? new Map<string, Talk>();
  TALKS.set(session, talks);
  const talk = talks.get(trackId) ?? new Talk(session, trackId, microphones);
  talks.set(trackId, talk);
  return talk;
}
