/** @module The level of a track that the device has in several sizes. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import type { TrackQualityReport } from '@longwire/client';
import { followLevels } from '../live/track-levels.ts';
import { usePageVisible } from './use-on-screen.ts';

/** What the device reports; undefined for a track of one size. Nothing is asked while the page is hidden. */
export function useTrackLevels(trackId: string, isLive: boolean): TrackQualityReport | undefined {
  const session = useSession();
  const isSeen = usePageVisible() && isLive;
  const [levels, setLevels] = useState<TrackQualityReport>();
  useEffect(() => {
    if (session === undefined || !isSeen) return undefined;
    const stop = followLevels(session, trackId, setLevels);
    return () => {
      stop();
      setLevels(undefined);
    };
  }, [session, trackId, isSeen]);
  return levels;
}
