/** @module What a fresh page waits for, by round trip, with the client's default options. */
import type { CableQuality } from '@longwire/e2e';
import type { Report, Row } from '../../report.ts';
import { SlowWorld } from '../../slow-world.ts';

const TIMES = 7;
const ROUND_TRIPS_MS = [0, 50, 150];
const HANDSHAKES = ['sequential', undefined] as const;

type Wait = 'connect' | 'useful';

async function waitedMs(
  { openPage, target, device }: SlowWorld,
  wait: Wait,
  handshake: (typeof HANDSHAKES)[number],
): Promise<number> {
  // ICE servers are what the service lists.
  const { iceServers: _known, ...known } = target;
  const options = handshake === undefined ? known : { ...known, handshake };
  const { fingerprint, username, password } = device;
  const login = { fingerprint, credentials: { username, password } };
  const page = await openPage();
  const elapsedMs = await page.evaluate(
    async (input) =>
      input.wait === 'connect'
        ? await window.measurements.firstConnectMs(input.options)
        : await window.measurements.timeToUsefulMs(input.options, input.login),
    { options, wait, login },
  );
  await page.close();
  return elapsedMs;
}

async function rowOf(world: SlowWorld, wait: Wait, what: string): Promise<Row> {
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < TIMES; round += 1) {
    floor.push(await waitedMs(world, wait, 'sequential'));
    ours.push(await waitedMs(world, wait, undefined));
  }
  return { what, unit: 'ms', ours, floor };
}

/** Each time in a page of its own, which has no cache. */
export async function measureNarrowFirstUse(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start();
  const rows: Row[] = [];
  for (const roundTripMs of ROUND_TRIPS_MS) {
    const browser: CableQuality = { roundTripMs };
    await world.setCables({ browser, device: { roundTripMs: 0 } });
    rows.push(await rowOf(world, 'connect', `first connect of a page, ${roundTripMs} ms`));
    rows.push(await rowOf(world, 'useful', `connect, key, login and first answer, ${roundTripMs} ms`));
  }
  return [
    {
      title: 'The first use of a page, with default options',
      floor: `the same client and page with the sequential handshake; ${world.delayedIn}`,
      rows,
      why: 'a page that knows no ICE servers waits for those of the service.',
    },
  ];
}
