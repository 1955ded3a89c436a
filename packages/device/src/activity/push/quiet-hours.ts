/** @module Hours of the day in which a user gets no push messages. */
import { HandlerError } from '../../coap/handler-error.ts';
import type { QuietHours } from '../../iam/push-settings.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/** Longest name of a time zone. Reason: the longest of IANA has 32 characters. */
const MAX_ZONE_LENGTH = 64;

/** Reads quiet hours, null for none. @throws HandlerError 400 */
export function parseQuietHours(body: unknown): QuietHours | null {
  if (body === null) return null;
  const { from, to, timeZone }: { from?: unknown; to?: unknown; timeZone?: unknown } =
    typeof body === 'object' ? body : {};
  if (!isTime(from) || !isTime(to) || from === to || !isTimeZone(timeZone))
    throw HandlerError.badRequest('Invalid quiet hours');
  return { from, to, timeZone };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value);
}

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_ZONE_LENGTH) return false;
  try {
    timeIn(value, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is quiet at a time, in milliseconds since 1970. */
export function isQuiet(hours: QuietHours | null, nowMs: number): boolean {
  if (hours === null) return false;
  const now = timeIn(hours.timeZone, nowMs);
  return hours.from < hours.to ? hours.from <= now && now < hours.to : hours.from <= now || now < hours.to;
}

/** The time of day in a zone, as `22:00`. @throws RangeError for an unknown zone */
function timeIn(timeZone: string, atMs: number): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(atMs);
}
