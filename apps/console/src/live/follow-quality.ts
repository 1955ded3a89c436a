/** @module Follows how well a video of a session arrives while it is visible. */

import type { Session } from '@longwire/client';
import { QualityWatch, type Quality } from './quality.ts';
import { statsOfTrack } from './stats-of-track.ts';

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
