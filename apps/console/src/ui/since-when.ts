/** @module Formats a past point in time. */

import { calendarDays } from '../calendar-days.ts';
import type { Messages } from '../messages/en.ts';

/** The time of day if it was today or yesterday; earlier with the date, and before this year with the year instead of the time. */
export function sinceWhen(thenMs: number, nowMs: number, words: Messages['since']): string {
  const then = new Date(thenMs);
  const days = calendarDays(thenMs, nowMs);
  if (days === 0) return words.today(then);
  if (days === 1) return words.yesterday(then);
  return then.getFullYear() === new Date(nowMs).getFullYear() ? words.thisYear(then) : words.before(then);
}
