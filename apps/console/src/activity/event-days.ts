/** @module The entries of a list by calendar day. */

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
  const now = new Date(nowMs);
  const [day, today] = [new Date(atMs).toDateString(), now.toDateString()];
  if (day === today) return words.today;
  // Calendar days, not 24 hours: a day of a clock change is longer or shorter.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === yesterday.toDateString() ? words.yesterday : words.other(new Date(atMs));
}
