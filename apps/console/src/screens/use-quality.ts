/** @module The reception quality of a visible video. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import type { Session } from '@longwire/client';
import { QualityWatch, type Quality } from '../live/quality.ts';
import { usePageVisible } from './use-on-screen.ts';
import { statsOfTrack } from '../live/stats-of-track.ts';

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

/** Reports the quality now and after each change, and `good` while the session reconnects. Returns a function that stops it. */
export function followQuality(
  session: Pick<Session, 'on'>,
  track: Pick<MediaStreamTrack, 'id' | 'kind'>,
  report: (quality: Quality) => void,
): () => void {
  let watch = new QualityWatch();
  const stops = [
    session.on('stats', ({ timestampMs, tracks }) => {
      const own = statsOfTrack(tracks, track);
      if (own !== undefined) report(watch.add({ ...own, timestampMs }));
    }),
    session.on('statechange', ({ kind }) => {
      if (kind === 'ready') return;
      watch = new QualityWatch();
      report('good');
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
