/** @module A line with room that loses packets at random. */
import { CLEAN } from '../../narrow-world.ts';
import type { Report } from '../../report.ts';
import { compared } from './runs.ts';

const ROUND_TRIP_MS = 50;
const WATCH_MS = 20_000;
const SEED = 7;

/** One part: a share of lost packets, from 0 to 1. */
export function narrowLoss(lossShare: number): () => Promise<readonly Report[]> {
  return compared({
    title: `A line that loses ${lossShare * 100} % each way, ${ROUND_TRIP_MS} ms there and back, for ${WATCH_MS / 1000} s`,
    measure: async (world, kind) => {
      const { viewer } = await world.viewClean(kind);
      await world.setLine({ ...CLEAN, roundTripMs: ROUND_TRIP_MS, lossShare, seed: SEED });
      const report = await viewer.during(WATCH_MS);
      await viewer.end();
      return report;
    },
    picks: [
      ['pictures', 'a second', ({ picturesPerSecond }) => picturesPerSecond],
      ['freezes', 'times', ({ freezes }) => freezes],
      ['frozen', 'ms', ({ frozenMs }) => frozenMs],
      ['longest gap', 'ms', ({ longestGapMs }) => longestGapMs],
      ['sound concealed', '%', ({ concealedPercent }) => concealedPercent],
      ['rate', 'Mbit/s', ({ bitsPerSecond }) => bitsPerSecond / 1e6],
    ],
    why: 'a call sends lost sound again, and so much less that it loses less.',
  });
}
