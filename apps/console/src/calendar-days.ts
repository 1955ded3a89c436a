/** @module Counts days as a calendar does, not by 24 hours: a day of a clock change is longer or shorter. */

const DAY_MS = 86_400_000;

/** The start of a time's day, as if every day had 24 hours. */
function dayOf(ms: number): number {
  const time = new Date(ms);
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
}

/** How many days later the second time is: 0 on the same day, negative if it is earlier. */
export function calendarDays(fromMs: number, toMs: number): number {
  return (dayOf(toMs) - dayOf(fromMs)) / DAY_MS;
}
