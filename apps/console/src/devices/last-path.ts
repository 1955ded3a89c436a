/** @module Notes by which way a device was reached, once for each connection. */

import type { DeviceSession } from '../session/device-session.ts';
import type { ConnectionPath } from '../wire.ts';

/** What it works with. */
export interface LastPathOptions {
  readonly session: Pick<DeviceSession, 'subscribe' | 'snapshot'>;
  /** Keeps the way. */
  readonly note: (path: ConnectionPath['kind']) => void;
}

/** Follows a session for as long as the page lives. */
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
