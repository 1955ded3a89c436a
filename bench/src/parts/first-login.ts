/** @module The first password login of a page, before its code is compiled and its tables are computed, beside the first arithmetic of a page. */
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
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
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < TIMES; round += 1) {
    await fresh();
    ours.push(
      await page.evaluate(
        async ({ options, credentials: who }) => await window.measurements.firstLoginMs(options, who),
        input,
      ),
    );
    await fresh();
    floor.push(
      await page.evaluate(async ({ options }) => await window.measurements.firstLoginFloorMs(options), input),
    );
  }
  return [
    {
      title: 'The first password login of a page',
      floor:
        'the multiplications of both sides with @noble/curves, also the first of a page, and two requests',
      rows: [{ what: 'password login', unit: 'ms', ours, floor }],
      why: 'code that runs for the first time.',
    },
  ];
}
