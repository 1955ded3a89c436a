/** @module When a person's access ends, as the device says it, and the ends that a form offers. */

import { assertNever } from '@longwire/protocol/base';
import type { User } from '@longwire/client';
import { calendarDays } from '../calendar-days.ts';

/** An end of access. */
export interface AccessEnd {
  /** In milliseconds since 1970. */
  readonly atMs: number;
  /** How long it still lasts by the device's clock, in milliseconds; 0 once it has ended. */
  readonly leftMs: number;
}

/** The end of a user's access: null if it does not end, undefined if the device knows of no ends. */
export function accessEndOf({ AccessEndsAt, AccessEndsIn = 0 }: User): AccessEnd | null | undefined {
  if (AccessEndsAt === undefined || AccessEndsAt === null) return AccessEndsAt;
  return { atMs: AccessEndsAt * 1000, leftMs: AccessEndsIn * 1000 };
}

/** Whether access has ended. */
export function hasAccessEnded(end: AccessEnd | null | undefined): boolean {
  return end?.leftMs === 0;
}

/** The ends that a form offers; of a typed date, the time is the person's own. */
export type AccessChoice = 'always' | 'tonight' | 'sunday' | 'week' | 'date';

/** All choices, in their order. */
export const ACCESS_CHOICES: readonly AccessChoice[] = ['always', 'tonight', 'sunday', 'week', 'date'];

/** A choice, and the date that was typed for `date`, as a date-time field has it. */
export interface AccessDraft {
  readonly choice: AccessChoice;
  readonly date: string;
}

/** Access without an end. */
export const ALWAYS: AccessDraft = { choice: 'always', date: '' };

/** The draft of an end that is set already. */
export function draftOf(end: AccessEnd | null | undefined): AccessDraft {
  return end === null || end === undefined ? ALWAYS : { choice: 'date', date: fieldText(new Date(end.atMs)) };
}

const SUNDAY = 7;

/** The end of a draft, by the local clock: null for none, undefined for a date that is missing or past. */
export function chosenEnd({ choice, date }: AccessDraft, nowMs: number): Date | null | undefined {
  const now = new Date(nowMs);
  switch (choice) {
    case 'always':
      return null;
    case 'tonight':
      return endOfDay(now, 0);
    case 'sunday':
      // On a Sunday, the next one: today is "tonight".
      return endOfDay(now, SUNDAY - now.getDay());
    case 'week':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, now.getHours(), now.getMinutes());
    case 'date': {
      const typed = new Date(date);
      return typed.getTime() > nowMs ? typed : undefined;
    }
    default:
      return assertNever(choice);
  }
}

/** The last minute of the day that is `days` away. */
function endOfDay(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A time as a date-time field has it, such as `2026-11-29T18:00`. */
export function fieldText(time: Date): string {
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** How a time is best named from now: within the week by its day. */
export type Nearness = 'today' | 'tomorrow' | 'this-week' | 'this-year' | 'other-year';

/** Within these days a weekday is not ambiguous. */
const WEEKDAY_DAYS = 6;

/** How near a time is. */
export function nearnessOf(atMs: number, nowMs: number): Nearness {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const days = calendarDays(nowMs, atMs);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days > 1 && days <= WEEKDAY_DAYS) return 'this-week';
  return at.getFullYear() === now.getFullYear() ? 'this-year' : 'other-year';
}
