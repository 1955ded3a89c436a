/** @module Formats a past point in time. */

import type { Messages } from '../messages/en.ts';

/** The time of day if it was today or yesterday; earlier with the date, and before this year with the year instead of the time. */
export function sinceWhen(thenMs: number, nowMs: number, words: Messages['since']): string {
  const [then, now] = [new Date(thenMs), new Date(nowMs)];
  if (isSameDay(then, now)) return words.today(then);
  // Calendar days, not 24 hours: a day of a clock change is longer or shorter.
  if (isSameDay(then, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)))
    return words.yesterday(then);
  return then.getFullYear() === now.getFullYear() ? words.thisYear(then) : words.before(then);
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
