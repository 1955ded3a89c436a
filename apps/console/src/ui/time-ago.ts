/** @module Formats elapsed time, such as "5 minutes ago". */

import { calendarDays } from '../calendar-days.ts';
import type { Messages } from '../messages/en.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time since `thenMs` in words. */
export function timeAgo(thenMs: number, nowMs: number, words: Messages['time']): string {
  const elapsedMs = Math.max(0, nowMs - thenMs);
  if (elapsedMs < MINUTE_MS) return words.now;
  if (elapsedMs < HOUR_MS) return words.minutes(Math.floor(elapsedMs / MINUTE_MS));
  if (elapsedMs < DAY_MS) return words.hours(Math.floor(elapsedMs / HOUR_MS));
  // Of the calendar, because one is "yesterday".
  return words.days(calendarDays(thenMs, nowMs));
}
