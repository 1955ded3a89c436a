/** @module Since when something has been so, in words. */

import type { Messages } from '../messages/en.ts';

/** The time of day where it was today or yesterday; with the day before that, and with the year alone before this one. */
export function sinceWhen(thenMs: number, nowMs: number, words: Messages['since']): string {
  const [then, now] = [new Date(thenMs), new Date(nowMs)];
  if (isSameDay(then, now)) return words.today(then);
  // Not a day of 24 hours: some have more, some have less.
  if (isSameDay(then, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)))
    return words.yesterday(then);
  return then.getFullYear() === now.getFullYear() ? words.thisYear(then) : words.before(then);
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
