/** @module A narrow line with a long queue: whether the stream fills it. */
import { setTimeout as delay } from 'node:timers/promises';
import { narrow } from '../../narrow-world.ts';
import { quantile, type Report } from '../../report.ts';
import { compared } from './runs.ts';

const QUEUE_MS = 1500;
/** When the queue has to be short again, and how long requests are watched then, in milliseconds. */
const SETTLED_MS = 5000;
const WATCH_MS = 5000;

export const measureNarrowQueue: () => Promise<readonly Report[]> = compared({
  title: 'A line of 2 Mbit/s with a queue of 1.5 s',
  measure: async (world, kind) => {
    const { viewer } = await world.viewClean(kind);
    await world.setLine(narrow(2, QUEUE_MS));
    await delay(SETTLED_MS);
    const report = await viewer.during(WATCH_MS);
    await viewer.end();
    return report;
  },
  picks: [
    ['request after 5 s, median', 'ms', ({ answersMs }) => quantile(answersMs, 0.5)],
    ['request after 5 s, longest', 'ms', ({ answersMs }) => quantile(answersMs, 1)],
    ['pictures', 'a second', ({ picturesPerSecond }) => picturesPerSecond],
  ],
  why: 'what fills the queue delays everything behind it.',
});
