/** @module The entries of a list by calendar day. */

import { calendarDays } from '../calendar-days.ts';

/** The entries of one day, in the order of the list. */
export interface EventDay<Event> {
  /** Some time of that day. */
  readonly atMs: number;
  readonly events: readonly Event[];
}

/** Groups neighbours of the same day. */
export function byDay<Event extends { readonly atMs: number }>(
  events: readonly Event[],
): readonly EventDay<Event>[] {
  const days = Map.groupBy(events, ({ atMs }) => new Date(atMs).toDateString());
  return [...days.values()].map((ofDay) => ({ atMs: ofDay[0]?.atMs ?? 0, events: ofDay }));
}

/** A day in words. */
export interface DayWords {
  readonly today: string;
  readonly yesterday: string;
  readonly other: (day: Date) => string;
}

/** The name of a day. */
export function nameOfDay(atMs: number, nowMs: number, words: DayWords): string {
  const days = calendarDays(atMs, nowMs);
  if (days === 0) return words.today;
  return days === 1 ? words.yesterday : words.other(new Date(atMs));
}
