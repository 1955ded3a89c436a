/** @module Records the kind of path to a device, once for each connection. */

import type { ConnectionPath } from '@longwire/client';
import type { DeviceSession } from '../session/device-session.ts';

/** Options of `followLastPath`. */
export interface LastPathOptions {
  readonly session: Pick<DeviceSession, 'subscribe' | 'snapshot'>;
  /** Stores the kind of path. */
  readonly note: (path: ConnectionPath['kind']) => void;
}

/** Follows a session as long as the page is open. */
export function followLastPath({ session, note }: LastPathOptions): void {
  let followed: unknown;
  let stop: (() => void) | undefined;
  session.subscribe(() => {
    const state = session.snapshot();
    const client = state.kind === 'live' || state.kind === 'login' ? state.session : undefined;
    const connection = client?.connection;
    if (connection === followed) return;
    followed = connection;
    stop?.();
    stop = undefined;
    if (client === undefined || connection === undefined) return;
    stop = client.on('stats', ({ path }) => {
      if (path === undefined) return;
      stop?.();
      stop = undefined;
      note(path.kind);
    });
  });
}
