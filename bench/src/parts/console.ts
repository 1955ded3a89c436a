/** @module The console's costs: what it takes to open, and the memory it keeps for devices and video. */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import type { ConsoleWorld } from '../console-world.ts';
import { inTurns } from '../in-turns.ts';
import type { Report, Row } from '../report.ts';

const ROUNDS = 5;
/** How much slower an ordinary phone is than the machine that measures. */
const CPU_SLOWDOWN = 4;
const KIB = 1024;
/** The limit for what is loaded before the first device is opened, gzipped, in bytes. */
const FIRST_LOAD_LIMIT_BYTES = 250_000;
const FEW = 10;
const MANY = 100;
/** Longer than released resources take to end, in milliseconds. */
const SETTLE_MS = 3000;
const MINUTE_MS = 60_000;
const WHY_MEMORY = 'something stays that should not.';

/** How long video is watched, in minutes: `BENCH_MINUTES`, or a few. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 6);

/** All response bodies that a page loads until its heading is shown and it is idle, gzipped, in bytes. */
async function firstLoadBytes(world: ConsoleWorld): Promise<number> {
  const page = await world.openTab();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  await page.goto(world.consoleUrl);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  await page.context().close();
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Milliseconds from the navigation until the heading is shown and the page can handle input. */
async function timeToInteractive(world: ConsoleWorld, url: string): Promise<number> {
  const page = await world.openTab();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('h1').first().waitFor();
  const atMs = await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    return performance.now();
  });
  await page.context().close();
  return atMs;
}

/** The cost of opening the console. */
export async function measureConsole(world: ConsoleWorld): Promise<readonly Report[]> {
  const runs = await inTurns(ROUNDS, {
    floor: async () => await timeToInteractive(world, world.bareUrl),
    ours: async () => await timeToInteractive(world, world.consoleUrl),
  });
  return [
    {
      title: 'The console before the first device is opened',
      floor: 'what it may load, 250 KB gzipped',
      rows: [
        {
          what: 'loaded, gzipped',
          unit: 'KiB',
          ours: [(await firstLoadBytes(world)) / KIB],
          floor: [FIRST_LOAD_LIMIT_BYTES / KIB],
        },
      ],
      why: 'more is loaded than what the list of devices needs.',
    },
    {
      title: `Time until the console can be used, on a processor ${CPU_SLOWDOWN} times slower`,
      floor: 'a page that has React and one heading, from the same service',
      rows: [{ what: 'from an empty tab', unit: 'ms', ...runs }],
      why: 'the console reads its storage, and has a router, components and its styles.',
    },
  ];
}

/** After a garbage collection, in bytes. */
async function heapAtRest(devTools: CDPSession): Promise<number> {
  await delay(SETTLE_MS);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize;
}

async function untilPlaying(page: Page): Promise<void> {
  await page.locator('[data-testid^="video-"][data-phase="playing"]').first().waitFor();
}

/** Opens and leaves the device that many times. */
async function openAndLeave(page: Page, { productId, deviceId }: ConsoleWorld['device'], times: number) {
  for (let left = times; left > 0; left -= 1) {
    await page.evaluate((hash) => void (location.hash = hash), `#/device/${productId}/${deviceId}/live`);
    await untilPlaying(page);
    await page.evaluate(() => void (location.hash = '#/add'));
    await page.locator('[data-testid^="video-"]').first().waitFor({ state: 'detached' });
  }
}

const heapRow = (what: string, ours: number, floor: number): Row => ({
  what,
  unit: 'KiB',
  ours: [ours / KIB],
  floor: [floor / KIB],
});

async function measureVisits(world: ConsoleWorld): Promise<Report> {
  const page = await world.openTab();
  const devTools = await page.context().newCDPSession(page);
  await page.goto(world.link);
  await untilPlaying(page);
  await openAndLeave(page, world.device, FEW);
  const few = await heapAtRest(devTools);
  await openAndLeave(page, world.device, MANY / 2 - FEW);
  const half = await heapAtRest(devTools);
  await openAndLeave(page, world.device, MANY / 2);
  const many = await heapAtRest(devTools);
  await page.context().close();
  return {
    title: `Memory of the console after opening and leaving a device ${MANY} times`,
    floor: 'the same page after fewer times',
    rows: [
      heapRow(`JavaScript heap, beside ${FEW} times`, many, few),
      heapRow(`JavaScript heap, beside ${MANY / 2} times, once all code is compiled`, many, half),
    ],
    why: WHY_MEMORY,
  };
}

async function measureWatching(world: ConsoleWorld): Promise<Report> {
  const page = await world.openTab();
  const devTools = await page.context().newCDPSession(page);
  await page.goto(world.link);
  await untilPlaying(page);
  await delay(MINUTE_MS);
  const first = await heapAtRest(devTools);
  await delay((MINUTES / 2 - 1) * MINUTE_MS);
  const half = await heapAtRest(devTools);
  await delay((MINUTES / 2) * MINUTE_MS);
  const last = await heapAtRest(devTools);
  await page.context().close();
  return {
    title: `Memory of the console after ${MINUTES} minutes of video`,
    floor: 'the same page after fewer minutes',
    rows: [
      heapRow('JavaScript heap, beside one minute', last, first),
      heapRow(
        `JavaScript heap, beside ${MINUTES / 2} minutes, once five minutes of charts are full`,
        last,
        half,
      ),
    ],
    why: WHY_MEMORY,
  };
}

/** The memory that it keeps; `BENCH_MINUTES=60` watches for an hour. */
export async function measureConsoleMemory(world: ConsoleWorld): Promise<readonly Report[]> {
  return [await measureVisits(world), await measureWatching(world)];
}
