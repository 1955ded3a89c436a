/** @module What a page waits for when it is loaded, by round trip, with the client's default options. */
import type { CableQuality } from '@longwire/e2e';
import type { Page } from '@playwright/test';
import type { Report, Row } from '../../report.ts';
import { SlowWorld } from '../../slow-world.ts';

const TIMES = 9;
const ROUND_TRIPS_MS = [0, 50, 150];

/** How a page connects: in the sequential order, or with the default options, on the first visit or again. */
type Way = 'sequential' | 'first' | 'again';

const WAITS = ['connect', 'useful'] as const;
type Wait = (typeof WAITS)[number];

const WHAT: Readonly<Record<Wait, string>> = {
  connect: 'connect',
  useful: 'connect, key, login and first answer',
};

async function measureIn(page: Page, { target, device }: SlowWorld, wait: Wait, way: Way): Promise<number> {
  // ICE servers are what the service lists.
  const { iceServers: _known, ...options } = target;
  const { fingerprint, username, password } = device;
  const login = { fingerprint, credentials: { username, password } };
  return await page.evaluate(
    async (input) => {
      const { measurements } = window;
      if (input.wait === 'connect')
        return await measurements.firstConnectMs(
          input.way === 'sequential' ? { ...input.options, handshake: 'sequential' } : input.options,
        );
      return input.way === 'sequential'
        ? await measurements.sequentialUsefulMs(input.options, input.login)
        : await measurements.timeToUsefulMs(input.options, input.login);
    },
    { options, wait, way, login },
  );
}

/** In a page of a visit of its own, that for `again` has had another page before. */
async function waitedMs(world: SlowWorld, wait: Wait, way: Way): Promise<number> {
  await using visit = await world.openVisit();
  if (way === 'again') await measureIn(await visit.openPage(), world, 'connect', way);
  return await measureIn(await visit.openPage(), world, wait, way);
}

async function rowsOf(world: SlowWorld, wait: Wait, roundTripMs: number): Promise<readonly Row[]> {
  const samples: Record<Way, number[]> = { sequential: [], first: [], again: [] };
  for (let round = 0; round < TIMES; round += 1)
    for (const way of ['sequential', 'first', 'again'] as const)
      samples[way].push(await waitedMs(world, wait, way));
  const row = (when: string, ours: readonly number[]): Row => ({
    what: `${when}: ${WHAT[wait]}, ${roundTripMs} ms`,
    unit: 'ms',
    ours: [...ours],
    floor: samples.sequential,
  });
  return [row('first visit', samples.first), row('page loaded again', samples.again)];
}

/** Each time in a page of its own. */
export async function measureNarrowFirstUse(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start();
  const rows: Row[] = [];
  for (const roundTripMs of ROUND_TRIPS_MS) {
    const browser: CableQuality = { roundTripMs };
    await world.setCables({ browser, device: { roundTripMs: 0 } });
    for (const wait of WAITS) rows.push(...(await rowsOf(world, wait, roundTripMs)));
  }
  return [
    {
      title: 'The first use of a page, with default options',
      floor: `the same client and page with the sequential handshake, one step after the other; ${world.delayedIn}`,
      rows,
      why: 'on the first visit the page does not know that the service accepts an offer while the socket opens.',
    },
  ];
}
