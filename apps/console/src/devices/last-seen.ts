/** @module Notes when a device was there: when it comes, when it goes, and while it stays. */

import type { DeviceSession } from '../session/device-session.ts';

/** What it works with. */
export interface LastSeenOptions {
  readonly session: Pick<DeviceSession, 'subscribe' | 'snapshot'>;
  /** Keeps that it is there now. */
  readonly note: () => void;
  /** The answer cancels. */
  readonly schedule: (delayMs: number, task: () => void) => () => void;
}

/** How exact it is for a page that is closed without a word, in milliseconds. */
const EVERY_MS = 60_000;

/** Follows a session for as long as the page lives. */
export function followLastSeen({ session, note, schedule }: LastSeenOptions): void {
  let cancel: (() => void) | undefined;
  const repeat = (): void => {
    note();
    cancel = schedule(EVERY_MS, repeat);
  };
  session.subscribe(() => {
    const state = session.snapshot();
    const isThere = state.kind === 'login' || (state.kind === 'live' && state.link.kind === 'ready');
    if (isThere && cancel === undefined) repeat();
    if (isThere || cancel === undefined) return;
    cancel();
    cancel = undefined;
    note();
  });
}
