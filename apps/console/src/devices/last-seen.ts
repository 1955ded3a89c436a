/** @module Records when a device was last online: when it connects, when it disconnects, and regularly in between. */

import type { Clock } from '@longwire/protocol/base';
import type { DeviceSession } from '../session/device-session.ts';

/** Options of `followLastSeen`. */
export interface LastSeenOptions {
  readonly session: Pick<DeviceSession, 'subscribe' | 'snapshot'>;
  /** Stores that the device is online now. */
  readonly note: () => void;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Precision for a page that closes without notice, in milliseconds. */
const EVERY_MS = 60_000;

/** Follows a session as long as the page is open. */
export function followLastSeen({ session, note, clock }: LastSeenOptions): void {
  let cancel: (() => void) | undefined;
  const repeat = (): void => {
    note();
    cancel = clock.schedule(EVERY_MS, repeat);
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
