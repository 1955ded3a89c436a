/** @module The controls of the connected device. */

import type { Session } from '@longwire/client';
import { useEffect, useState } from 'react';
import type { Control } from '../../controls/control.ts';
import { useServices } from '../../services.tsx';

/** Asks over each connection and for each user, and remembers whether there are any; undefined until the device has answered. */
export function useControls(key: string, session: Session | undefined): readonly Control[] | undefined {
  const { library } = useServices();
  const [controls, setControls] = useState<readonly Control[]>();
  useEffect(() => {
    if (session === undefined) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    const follow = async (): Promise<void> => {
      // Loaded after the picture has been asked for.
      const { followControls } = await import('../../controls/load-controls.ts');
      if (isOver) return;
      stop = followControls(session, (loaded) => {
        setControls(loaded);
        library.noteControls(key, loaded.length > 0).catch(reportError);
      });
    };
    follow().catch(reportError);
    return () => {
      isOver = true;
      stop();
    };
  }, [library, key, session]);
  return controls;
}
