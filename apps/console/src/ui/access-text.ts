/** @module An end of access in words, such as "until Sunday 18:00". */

import { messages } from '../messages/messages.ts';
import { hasAccessEnded, nearnessOf, type AccessEnd } from '../people/access-end.ts';

/** The end, or that it has come. */
export function accessText(end: AccessEnd, nowMs: number = Date.now()): string {
  const moment = messages.access.moment[nearnessOf(end.atMs, nowMs)](new Date(end.atMs));
  return hasAccessEnded(end) ? messages.access.ended(moment) : messages.access.until(moment);
}
