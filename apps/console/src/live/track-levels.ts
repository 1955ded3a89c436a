/** @module What the device sends of a track that it has in several sizes. */

import type { Session, TrackQualityReport } from '@longwire/client';
import { assertNever } from '@longwire/protocol/base';

/** The texts of {@link levelNote}. */
export interface LevelWords {
  readonly reduced: string;
  readonly keyframes: string;
  readonly input: string;
}

/** Why the picture is worse than it could be, for people; empty if it is as good as they need. */
export function levelNote(report: TrackQualityReport | undefined, words: LevelWords): string {
  if (report === undefined) return '';
  if (report.isKeyframesOnly) return words.keyframes;
  switch (report.reason) {
    case 'line':
    case 'no-reports':
      return words.reduced;
    case 'input':
      return words.input;
    case 'best':
    case 'choice':
    case 'size':
      return '';
    default:
      return assertNever(report.reason);
  }
}

/** Reports the state of a track now and after each change, undefined while the session reconnects. Returns a function that stops it. */
export function followLevels(
  session: Pick<Session, 'on'>,
  trackId: string,
  report: (levels: TrackQualityReport | undefined) => void,
): () => void {
  let before = '';
  const put = (levels: TrackQualityReport | undefined): void => {
    const key =
      levels === undefined
        ? ''
        : [levels.levels.length, levels.level, levels.reason, levels.isKeyframesOnly].join();
    if (key !== before) report(levels);
    before = key;
  };
  const stops = [
    session.on('stats', ({ quality }) => put(quality?.tracks.find((track) => track.trackId === trackId))),
    session.on('statechange', ({ kind }) => {
      if (kind !== 'ready') put(undefined);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
