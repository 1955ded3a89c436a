/** @module A line that carries nothing for some time. */
import { setTimeout as delay } from 'node:timers/promises';
import { CLEAN, type Kind, type NarrowWorld } from '../../narrow-world.ts';
import type { Report } from '../../report.ts';
import type { Pick } from '../../rows.ts';
import { compared } from './runs.ts';

/** How long the line is cut, in seconds. */
const CUTS = [3, 8, 20, 60];
/** Time for everything to come back, in milliseconds. */
const LIMIT_MS = 60_000;

interface Back {
  readonly answeredMs: number;
  readonly pictureMs: number;
}

async function cut(world: NarrowWorld, kind: Kind, seconds: number): Promise<Back> {
  await world.setLine(CLEAN);
  const viewer = await world.view(kind);
  await world.setLine({ ...CLEAN, isCut: true });
  await delay(seconds * 1000);
  const fromMs = await viewer.nowMs();
  await world.setLine(CLEAN);
  const [answeredMs, pictureMs] = await Promise.all([
    viewer.answeredAfterMs(LIMIT_MS),
    viewer.pictureAfterMs(fromMs, LIMIT_MS),
  ]);
  await viewer.end();
  return { answeredMs, pictureMs };
}

export const measureNarrowCut: () => Promise<readonly Report[]> = compared<readonly Back[]>({
  title: 'A line that is cut',
  measure: async (world, kind) => {
    const backs: Back[] = [];
    for (const seconds of CUTS) backs.push(await cut(world, kind, seconds));
    return backs;
  },
  picks: CUTS.flatMap((seconds, index): Pick<readonly Back[]>[] => [
    [
      `cut for ${seconds} s: a request is answered after`,
      'ms',
      (backs) => backs[index]?.answeredMs ?? Number.NaN,
    ],
    [`cut for ${seconds} s: the next picture after`, 'ms', (backs) => backs[index]?.pictureMs ?? Number.NaN],
  ]),
  why: 'the call is taken up again by an ICE restart without any service between; a session connects again.',
});
