/** @module connect() at several round trips, beside the sequential handshake of PROTOCOL.md section 2. */
import type { CableQualities } from '@longwire/e2e';
import { SlowWorld } from '../slow-world.ts';
import type { Report, Row } from '../report.ts';

const TIMES = 9;
/** Between the browser and everything else, in milliseconds. */
const ROUND_TRIPS_MS = [0, 50, 150];
/** The device as far from the service as the browser, in milliseconds. */
const FAR_DEVICE_MS = 50;

const WHY = 'what goes out in one go is to take fewer round trips than one step after another.';

async function rows(world: SlowWorld, what: string, cables: CableQualities): Promise<Row[]> {
  await world.setCables(cables);
  const told = { options: world.target, times: TIMES };
  const taken = await world.page.evaluate(
    async ({ options, times }) => await window.measurements.slowConnectTimes(options, times),
    told,
  );
  const row = (name: string, ours: readonly number[]): Row => ({
    what: `${name}, ${what}`,
    unit: 'ms',
    ours,
    floor: taken.sequential,
  });
  return [row('connect()', taken.pipelined), row('connect() after prepare()', taken.prepared)];
}

/** The browser's cable is long; the device stands beside the service, save in the last rows. */
export async function measureSlowConnect(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start();
  const all: Row[] = [];
  for (const roundTripMs of ROUND_TRIPS_MS) {
    const cables = { browser: { roundTripMs }, device: { roundTripMs: 0 } };
    all.push(...(await rows(world, `${roundTripMs} ms`, cables)));
  }
  const far = { roundTripMs: FAR_DEVICE_MS };
  all.push(...(await rows(world, `${FAR_DEVICE_MS} ms each side`, { browser: far, device: far })));
  return [
    {
      title: 'Connecting over a slow network',
      floor: `the same client and network with the sequential handshake, STUN for both; ${world.delayedIn}`,
      rows: all,
      why: WHY,
    },
  ];
}
