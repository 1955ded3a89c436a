/** @module The talks of each session: a person who comes back to a device uses its media line again. */

import { Talk, type Microphones, type TalkSession } from './talk.ts';

const TALKS = new WeakMap<TalkSession, Map<string, Talk>>();

/** The talk of a session for this track; always the same one. */
export function talkOf(session: TalkSession, trackId: string, microphones: Microphones | undefined): Talk {
  const talks = TALKS.get(session) ?? new Map<string, Talk>();
  TALKS.set(session, talks);
  const talk = talks.get(trackId) ?? new Talk(session, trackId, microphones);
  talks.set(trackId, talk);
  return talk;
}
