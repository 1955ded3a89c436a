/** @module The first password login of a page, before its code is compiled and its tables are computed, beside the first arithmetic of a page. */
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
import { inTurns } from '../in-turns.ts';
import type { Report } from '../report.ts';

const TIMES = 7;

/** Each uses a freshly loaded page; both alternate. */
export async function measureFirstLogin(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const { target, credentials } = await world.startDevice();
  const page = await world.openPage(bare);
  const input = { options: connectionOptions(target), credentials };
  const fresh = async (): Promise<void> => {
    await page.reload();
    await page.waitForFunction(() => 'measurements' in window);
  };
  const runs = await inTurns(TIMES, {
    floor: async () => {
      await fresh();
      return await page.evaluate(
        async ({ options }) => await window.measurements.firstLoginFloorMs(options),
        input,
      );
    },
    ours: async () => {
      await fresh();
      return await page.evaluate(
        async ({ options, credentials: who }) => await window.measurements.firstLoginMs(options, who),
        input,
      );
    },
  });
  return [
    {
      title: 'The first password login of a page',
      floor:
        'the multiplications of both sides with @noble/curves, also the first of a page, and two requests',
      rows: [{ what: 'password login', unit: 'ms', ...runs }],
      why: 'code that runs for the first time.',
    },
  ];
}
