/** @module What connections leave behind that were opened and closed: the memory of device and page after many, beside that after a few. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { connectionOptions, memoryOf, type BenchWorld, type Peer } from '../bench-world.ts';
import type { Report, Row } from '../report.ts';

const FEW = 10;
const MANY = 1000;
const KIB = 1024;
/** Longer than the last sessions take to end at both sides. */
const SETTLE_MS = 3000;

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

/** One page and one device, one connection after another; each has been asked something. */
export async function measureMemoryOfConnects(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const device = await world.startDevice();
  const page = await world.openPage(bare);
  const devTools = await page.context().newCDPSession(page);
  const options = connectionOptions(device.target);
  const connect = async (times: number): Promise<void> => {
    await page.evaluate(
      async (told) => void (await window.measurements.connectTimes(told.options, told.times)),
      { options, times },
    );
  };
  await connect(FEW);
  const few = await memoryAtRest(device, devTools);
  await connect(MANY - FEW);
  const many = await memoryAtRest(device, devTools);
  const row = (what: string, pick: (memory: Memory) => number): Row => ({
    what,
    unit: 'KiB',
    ours: [pick(many) / KIB],
    floor: [pick(few) / KIB],
  });
  return [
    {
      title: `Memory after ${MANY.toLocaleString('en').replace(',', ' ')} connects and closes`,
      floor: `the same processes after ${FEW}`,
      rows: [
        row('device, resident', ({ resident }) => resident),
        row('device, JavaScript heap', ({ deviceHeap }) => deviceHeap),
        row('page, JavaScript heap', ({ pageHeap }) => pageHeap),
      ],
      why: 'something stays that should not.',
    },
  ];
}
