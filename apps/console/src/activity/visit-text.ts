/** @module A visit in words. */

import type { activity as words } from '../messages/activity-en.ts';
import type { Visit } from './read-events.ts';

type Words = typeof words;

/** Who was or is here. */
export function whoOf({ isPresent, username, name }: Visit, me: string | undefined, texts: Words): string {
  if (username === me) return isPresent ? texts.youAre : texts.youWere;
  return isPresent ? texts.is(name) : texts.was(name);
}

/** The user name, if the display name is another one, and the role. Users choose their display names: one may be that of another user. */
export function accountOf(
  { username, name, role }: Visit,
  roleWord: (role: string) => string,
): string | undefined {
  const parts = [...(name === username ? [] : [username]), ...(role === undefined ? [] : [roleWord(role)])];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** When it was. */
export function whenOf({ atMs, untilMs, isPresent }: Visit, texts: Words): string {
  const from = new Date(atMs);
  if (isPresent) return texts.since(from);
  if (untilMs === undefined) return texts.at(from);
  const until = new Date(untilMs);
  if (from.toDateString() !== until.toDateString()) return texts.overNight(from, until);
  return texts.at(from) === texts.at(until) ? texts.at(from) : texts.between(from, until);
}
