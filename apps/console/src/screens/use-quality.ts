/** @module The reception quality of a visible video. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import { followQuality } from '../live/follow-quality.ts';
import type { Quality } from '../live/quality.ts';
import { usePageVisible } from './use-on-screen.ts';

/** The current quality; nothing is measured while the video is paused or the page is hidden. */
export function useQuality(track: MediaStreamTrack | undefined, isPlaying: boolean): Quality {
  const session = useSession();
  const isSeen = usePageVisible() && isPlaying;
  const [quality, setQuality] = useState<Quality>('good');
  useEffect(() => {
    if (session === undefined || track === undefined || !isSeen) return undefined;
    const stop = followQuality(session, track, setQuality);
    return () => {
      stop();
      setQuality('good');
    };
  }, [session, track, isSeen]);
  return quality;
}
