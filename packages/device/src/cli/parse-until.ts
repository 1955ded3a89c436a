/** @module The end of access as an owner types it: a date, a date with a time, a duration, or none. */
import { EdgeError, parseDuration } from '@longwire/protocol';

/** What removes an end. */
const ALWAYS = 'always';

/** How to write an end, for help texts. */
export const UNTIL_FORMATS =
  "2026-11-29 (to the end of that day), 2026-11-29T18:00 (this machine's time), 12h, 2d or always";

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/u;

/** Parses an end of access to milliseconds since 1970, or null for none. @throws EdgeError ERR_END_OF_ACCESS for anything else, and for a past one */
export function parseUntil(text: string, nowMs: number): number | null {
  if (text === ALWAYS) return null;
  const atMs = MOMENT.test(text) ? momentOf(text) : durationOf(text) + nowMs;
  if (Number.isNaN(atMs))
    throw new EdgeError(
      'ERR_END_OF_ACCESS',
      `cannot read the end of access '${text}': want ${UNTIL_FORMATS}`,
    );
  if (atMs <= nowMs) throw new EdgeError('ERR_END_OF_ACCESS', `the end of access '${text}' is in the past`);
  return atMs;
}

/** NaN for a day or time that does not exist, such as February 30. */
function momentOf(text: string): number {
  const [, year, month, day, hour, minute] = (MOMENT.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return Number.NaN;
  const isWholeDay = hour === undefined || Number.isNaN(hour);
  const start = new Date(year, month - 1, day, isWholeDay ? 0 : hour, isWholeDay ? 0 : minute);
  const isReal = start.getMonth() === month - 1;
  if (!isReal || (!isWholeDay && (hour > 23 || (minute ?? 0) > 59))) return Number.NaN;
  return isWholeDay ? new Date(year, month - 1, day + 1).getTime() : start.getTime();
}

function durationOf(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    if (error instanceof EdgeError) return Number.NaN;
    throw error;
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A time in this machine's time zone, such as `2026-11-29 18:00`. */
export function formatMoment(date: Date): string {
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
