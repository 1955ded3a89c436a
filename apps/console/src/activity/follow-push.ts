/** @module Push messages that are on stay on: each connection to the device compares, and registers the browser again if need be. */

import { EdgeError, type Session } from '@longwire/client';
import type { DeviceSession } from '../session/device-session.ts';
import type { RememberedPush } from './remembered-push.ts';

/** Options of {@link followPush}. */
export interface FollowPushOptions {
  readonly session: Pick<DeviceSession, 'subscribe' | 'snapshot'>;
  /** What a person has turned on in this browser. */
  readonly remembered: () => RememberedPush | undefined;
  /** Registers again what the device no longer has; returns what is to be remembered, undefined if everything is as it was. */
  readonly restore: (session: Session, push: RememberedPush) => Promise<RememberedPush | undefined>;
  readonly note: (push: RememberedPush) => void;
  readonly reportError: (error: unknown) => void;
}

/** Follows a session as long as the page is open. */
export function followPush({ session, remembered, restore, note, reportError }: FollowPushOptions): void {
  const compare = async (client: Session, push: RememberedPush): Promise<void> => {
    try {
      const restored = await restore(client, push);
      if (restored !== undefined) note(restored);
    } catch (error) {
      // Without the device or the browser's push service it is tried over the next connection.
      if (!(error instanceof EdgeError || error instanceof DOMException)) reportError(error);
    }
  };
  let compared: unknown;
  session.subscribe(() => {
    const state = session.snapshot();
    // An endpoint is a secret, so the connection must be bound to the device.
    if (state.kind !== 'live' || !state.isBound || state.link.kind !== 'ready') return;
    const { connection } = state.session;
    const push = remembered();
    if (connection === compared || push === undefined || push.username !== state.me?.username) return;
    compared = connection;
    void compare(state.session, push);
  });
}
