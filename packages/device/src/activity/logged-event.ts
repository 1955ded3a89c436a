/** @module What a device remembers of what happened. */

import type { NotificationKind } from './notification.ts';

/** A notification of the device itself. */
export interface LoggedNotification {
  readonly type: 'notification';
  readonly id: number;
  /** In milliseconds since 1970. */
  readonly atMs: number;
  readonly kind: NotificationKind | null;
  readonly title: string;
  readonly body: string | null;
  /** Whether it is to be pushed once the device is attached to its service again. */
  readonly isUnsent: boolean;
}

/** A user was connected. */
export interface LoggedVisit {
  readonly type: 'visit';
  readonly id: number;
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** When it ended; null while it lasts, and for one that lasted when the device lost its power. */
  readonly untilMs: number | null;
  readonly isPresent: boolean;
  readonly username: string;
  readonly displayName: string | null;
  readonly role: string | null;
}

/** One entry of the list. */
export type LoggedEvent = LoggedNotification | LoggedVisit;

/** Most entries of the list. Reason: a page shows it as a whole, and each change writes and sends it as a whole. */
export const MAX_EVENTS = 200;

/** Longest time that an entry is kept, in milliseconds. Reason: the owner looks back days, and visits are not kept for years. */
export const MAX_EVENT_AGE_MS: number = 30 * 24 * 60 * 60_000;
