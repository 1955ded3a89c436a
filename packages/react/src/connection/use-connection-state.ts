/** @module The state of the nearest device connection. */

import type { ConnectionStateName } from '@longwire/client';
import { useCallback, useSyncExternalStore } from 'react';
import { useDeviceHandle } from './device-connection-provider.tsx';

/** The connection's state; renders again when it changes. */
export function useConnectionState(): ConnectionStateName {
  const { connection } = useDeviceHandle();
  const subscribe = useCallback(
    (notify: () => void) =>
      connection.on('statechange', () => {
        notify();
      }),
    [connection],
  );
  const snapshot = useCallback(() => connection.state, [connection]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
