/** @module The events that the parts of a session share. */
import type { Emitter, TrackErrorCode } from '@longwire/protocol';
import type { SessionLink } from './session-link.ts';
import type { SessionEvents } from './session.ts';

/** The events of a session, and those that only its own parts listen to. */
export interface DriverEvents extends SessionEvents {
  /** A link is ready; `before` is the one it replaces, which closes when nothing holds it. */
  ready: [link: SessionLink, before: SessionLink | undefined];
  /** The session has lost its link. */
  suspended: [];
}

/** How a device refuses a request or a track that the user has no right to. */
const REFUSALS: ReadonlySet<unknown> = new Set([401, 403, 'ACCESS_DENIED']);

/** Emits `refused` if the device's answer is a refusal. */
export function reportRefusal(
  events: Emitter<DriverEvents>,
  answer: number | TrackErrorCode | undefined,
): void {
  if (REFUSALS.has(answer)) events.emit('refused');
}
