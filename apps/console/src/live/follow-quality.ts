/** @module Follows how well a picture of a session arrives, for as long as somebody sees it. */

import type { Session } from '../wire.ts';
import { QualityWatch, type Quality } from './quality.ts';
import { statsOfTrack } from './stats-of-track.ts';

/** Tells what holds, now and after each change; while the session finds its device again there is nothing to say. The answer ends it. */
export function followQuality(
  session: Pick<Session, 'on'>,
  track: Pick<MediaStreamTrack, 'id' | 'kind'>,
  tell: (quality: Quality) => void,
): () => void {
  let watch = new QualityWatch();
  const stops = [
    session.on('stats', ({ timestampMs, tracks }) => {
      const own = statsOfTrack(tracks, track);
      if (own !== undefined) tell(watch.add({ ...own, timestampMs }));
    }),
    session.on('statechange', ({ kind }) => {
      if (kind === 'ready') return;
      watch = new QualityWatch();
      tell('good');
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
