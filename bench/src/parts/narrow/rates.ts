/** @module A line that becomes too narrow for the camera, and wide again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LineReport } from '../../page/line-watch.ts';
import { CLEAN, narrow, type Kind, type NarrowWorld } from '../../narrow-world.ts';
import { quantile, type Report } from '../../report.ts';
import { compared } from './runs.ts';

/** When the stream has to have noticed the line, and how long the line is watched then, in milliseconds. */
const NOTICED_MS = 2000;
/** Time for the full stream to come back, in milliseconds. */
const BACK_LIMIT_MS = 40_000;

/** How narrow, and for how long. */
interface Narrow {
  readonly megabits: number;
  readonly seconds: number;
}

interface Narrowed {
  readonly usual: LineReport;
  readonly during: LineReport;
  readonly sentBits: number;
  readonly backAfterMs: number;
  readonly after: LineReport;
}

async function narrowed(world: NarrowWorld, kind: Kind, { megabits, seconds }: Narrow): Promise<Narrowed> {
  const { viewer, usual } = await world.viewClean(kind);
  await world.setLine(narrow(megabits));
  const narrowMs = await viewer.nowMs();
  await delay(NOTICED_MS);
  const sentBits = await world.sentBitsPerSecond(NOTICED_MS);
  await delay(seconds * 1000 - 2 * NOTICED_MS);
  const wideMs = await viewer.nowMs();
  await world.setLine(CLEAN);
  const backAfterMs = await viewer.wholeAgainAfterMs(wideMs, usual, BACK_LIMIT_MS);
  await delay(NOTICED_MS);
  const during = await viewer.since(narrowMs, wideMs);
  const after = await viewer.since(wideMs);
  await viewer.end();
  return { usual, sentBits, backAfterMs, during, after };
}

/** One part of the bench. */
export function narrowRate(line: Narrow): () => Promise<readonly Report[]> {
  const { megabits, seconds } = line;
  return compared({
    title: `A line of ${megabits} Mbit/s for ${seconds} s, 40 ms there and back, a queue of 300 ms`,
    measure: async (world, kind) => await narrowed(world, kind, line),
    picks: [
      ['before: pictures', 'a second', ({ usual }) => usual.picturesPerSecond],
      ['before: rate', 'Mbit/s', ({ usual }) => usual.bitsPerSecond / 1e6],
      ['pictures', 'a second', ({ during }) => during.picturesPerSecond],
      ['longest gap', 'ms', ({ during }) => during.longestGapMs],
      ['freezes', 'times', ({ during }) => during.freezes],
      ['sound concealed', '%', ({ during }) => during.concealedPercent],
      ['request, median', 'ms', ({ during }) => quantile(during.answersMs, 0.5)],
      ['request, longest', 'ms', ({ during }) => quantile(during.answersMs, 1)],
      ['sent after 2 s, of the line', '%', ({ sentBits }) => sentBits / megabits / 1e4],
      ['at 8 Mbit/s again: full stream after', 'ms', ({ backAfterMs }) => backAfterMs],
      ['at 8 Mbit/s again: longest gap', 'ms', ({ after }) => after.longestGapMs],
    ],
    why: 'a call makes a picture for the line; a camera sends what it sends.',
  });
}
