/** @module What is known of a device without opening it, for a view. */

import { useEffect, useState } from 'react';
import { nextPresence, type Presence } from '../devices/presence.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { SessionState } from '../session/session-state.ts';
import { useSessionState } from '../services.tsx';
import type { ConnectionPath } from '../wire.ts';

const UNASKED: Presence = { kind: 'unasked' };

/** Whether the device of a session can be reached. */
export function usePresence(session: DeviceSession): Presence {
  const state = useSessionState(session);
  const [seen, setSeen] = useState({ state, presence: nextPresence(UNASKED, state) });
  if (seen.state === state) return seen.presence;
  const presence = nextPresence(seen.presence, state);
  setSeen({ state, presence });
  return presence;
}

/** The way that its packets take; looked up once for each connection, and not again and again. */
export function usePath(state: SessionState): ConnectionPath['kind'] | undefined {
  const session = state.kind === 'live' || state.kind === 'login' ? state.session : undefined;
  const connection = session?.connection;
  const [found, setFound] = useState<{ readonly of: unknown; readonly path: ConnectionPath['kind'] }>();
  useEffect(() => {
    if (session === undefined || connection === undefined) return undefined;
    const stop = session.on('stats', ({ path }) => {
      if (path === undefined) return;
      stop();
      setFound({ of: connection, path: path.kind });
    });
    return stop;
  }, [session, connection]);
  return found !== undefined && found.of === connection ? found.path : undefined;
}
