/** @module Whether a connected device has stopped answering. */

import { useEffect, useState } from 'react';
import type { SessionState } from '../session/session-state.ts';

/** True from at most two seconds after its last packet until the next one. */
export function useSilence(state: SessionState): boolean {
  const session = state.kind === 'live' || state.kind === 'login' ? state.session : undefined;
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    const stop = session?.on('silence', setIsSilent);
    return () => {
      stop?.();
      setIsSilent(false);
    };
  }, [session]);
  return isSilent;
}
