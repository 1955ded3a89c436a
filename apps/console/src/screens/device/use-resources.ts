/** @module What the connected device has for people. */

import type { Session } from '@longwire/client';
import { useEffect, useState } from 'react';
import type { DeviceResources } from '../../controls/load-resources.ts';
import { useServices } from '../../services.tsx';

/** Asks over each connection and for each user, and remembers whether there are controls and events; undefined until the device has answered. */
export function useResources(key: string, session: Session | undefined): DeviceResources | undefined {
  const { library } = useServices();
  const [resources, setResources] = useState<DeviceResources>();
  useEffect(() => {
    if (session === undefined) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    const follow = async (): Promise<void> => {
      // Loaded after the picture has been asked for.
      const { followResources } = await import('../../controls/load-resources.ts');
      if (isOver) return;
      stop = followResources(session, (loaded) => {
        setResources(loaded);
        const has = { hasControls: loaded.controls.length > 0, hasEvents: loaded.events !== undefined };
        library.noteResources(key, has).catch(reportError);
      });
    };
    follow().catch(reportError);
    return () => {
      isOver = true;
      stop();
    };
  }, [library, key, session]);
  return resources;
}
