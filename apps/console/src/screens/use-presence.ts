/** @module The reachability of a device. */

import { useEffect, useState } from 'react';
import type { ConnectionPath } from '@longwire/client';
import { nextPresence, type Presence } from '../devices/presence.ts';
import type { SessionState } from '../session/session-state.ts';

const UNASKED: Presence = { kind: 'unasked' };

/** The device's reachability; it is only updated while `isWanted`. */
export function usePresence(state: SessionState, isWanted: boolean): Presence {
  const [seen, setSeen] = useState({ state, isWanted, presence: nextPresence(UNASKED, state, isWanted) });
  if (seen.state === state && seen.isWanted === isWanted) return seen.presence;
  const presence = nextPresence(seen.presence, state, isWanted);
  setSeen({ state, isWanted, presence });
  return presence;
}

/** The network path of the connection; determined once for each connection. */
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
