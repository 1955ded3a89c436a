/** @module Memory that closed connections leave behind: the memory of device and page after many connections, beside that after a few. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { connectionOptions, memoryOf, type BenchWorld, type Peer } from '../bench-world.ts';
import type { Report } from '../report.ts';
import { rowsOf, type Pick } from '../rows.ts';

const FEW = 10;
const MANY = 1000;
const KIB = 1024;
/** Longer than the last sessions take to end on both sides, in milliseconds. */
const SETTLE_MS = 3000;

/** Chromium refuses more than 500 peer connections, and counts closed ones until they are collected; a pair is two. */
const BARE_AT_ONCE = 100;

/** In bytes. */
interface Memory {
  readonly resident: number;
  readonly deviceHeap: number;
  readonly pageHeap: number;
}

/** After a garbage collection, in bytes. */
async function pageHeapOf(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize;
}

async function memoryAtRest({ child }: Peer, devTools: CDPSession): Promise<Memory> {
  await delay(SETTLE_MS);
  const { rss, heapUsed } = await memoryOf(child);
  return { resident: rss, deviceHeap: heapUsed, pageHeap: await pageHeapOf(devTools) };
}

/** The memory of a page after a few sequential connections, after half, and after all. */
async function lookThrice<T>(
  connect: (times: number) => Promise<void>,
  look: () => Promise<T>,
): Promise<{ readonly few: T; readonly half: T; readonly many: T }> {
  await connect(FEW);
  const few = await look();
  await connect(MANY / 2 - FEW);
  const half = await look();
  await connect(MANY / 2);
  return { few, half, many: await look() };
}

const PICKS: readonly Pick<Memory>[] = [
  ['device, resident', 'KiB', ({ resident }) => resident / KIB],
  ['device, JavaScript heap', 'KiB', ({ deviceHeap }) => deviceHeap / KIB],
  ['page, JavaScript heap', 'KiB', ({ pageHeap }) => pageHeap / KIB],
];

/** The same of a page without a client, with bare peer connections. */
const BARE_PICKS: readonly Pick<number>[] = [
  ['another page, bare peer connections alone', 'KiB', (heap) => heap / KIB],
];

/** One page and one device, sequential connections with one request each. */
export async function measureMemoryOfConnects(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const device = await world.startDevice();
  const [page, barePage] = [await world.openPage(bare), await world.openPage(bare)];
  const devTools = await page.context().newCDPSession(page);
  const bareTools = await barePage.context().newCDPSession(barePage);
  const options = connectionOptions(device.target);
  const ours = await lookThrice(
    async (times) =>
      await page.evaluate(
        async (input) => void (await window.measurements.connectTimes(input.options, input.times)),
        { options, times },
      ),
    async () => await memoryAtRest(device, devTools),
  );
  const floor = await lookThrice(
    async (times) => {
      for (let left = times; left > 0; left -= BARE_AT_ONCE) {
        const count = Math.min(left, BARE_AT_ONCE);
        await barePage.evaluate(async (input) => void (await window.measurements.connectFloor(input)), count);
        await pageHeapOf(bareTools);
      }
    },
    async () => await pageHeapOf(bareTools),
  );
  const many = MANY.toLocaleString('en').replace(',', ' ');
  const why = 'something stays that should not.';
  return [
    {
      title: `Memory after ${many} connects and closes`,
      floor: `the same processes after ${FEW}`,
      rows: [
        ...rowsOf({ ours: [ours.many], floor: [ours.few] }, PICKS),
        ...rowsOf({ ours: [floor.many], floor: [floor.few] }, BARE_PICKS),
      ],
      why,
    },
    {
      title: `Memory after ${many} connects and closes, once all code is compiled`,
      floor: `the same processes after ${MANY / 2}`,
      rows: [
        ...rowsOf({ ours: [ours.many], floor: [ours.half] }, PICKS),
        ...rowsOf({ ours: [floor.many], floor: [floor.half] }, BARE_PICKS),
      ],
      why,
    },
  ];
}
