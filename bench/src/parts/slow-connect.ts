/** @module connect() at several round-trip times, beside the sequential handshake of PROTOCOL.md section 2. */
import type { CableQualities } from '@longwire/e2e';
import { SlowWorld } from '../slow-world.ts';
import type { Report, Row } from '../report.ts';

const TIMES = 9;
/** Round-trip times between the browser and everything else, in milliseconds. */
const ROUND_TRIPS_MS = [0, 50, 150];
/** The same for a browser that hides its addresses; without delay it makes no difference. */
const HIDDEN_ROUND_TRIPS_MS = [50, 150];
/** Round-trip times for a device as far from the service as the browser, in milliseconds. */
const FAR_DEVICE_MS = 50;

const WHY = 'what goes out in one go is to take fewer round trips than one step after another.';

async function rows(world: SlowWorld, what: string, cables: CableQualities): Promise<Row[]> {
  await world.setCables(cables);
  const input = { options: world.target, times: TIMES };
  const taken = await world.page.evaluate(
    async ({ options, times }) => await window.measurements.slowConnectTimes(options, times),
    input,
  );
  const row = (name: string, ours: readonly number[]): Row => ({
    what: `${name}, ${what}`,
    unit: 'ms',
    ours,
    floor: taken.sequential,
  });
  return [row('connect()', taken.pipelined), row('connect() after prepare()', taken.prepared)];
}

/** The browser has the long cable; the device is next to the service. */
async function rowsByRoundTrip(world: SlowWorld, roundTripsMs: readonly number[]): Promise<Row[]> {
  const all: Row[] = [];
  for (const roundTripMs of roundTripsMs) {
    const cables = { browser: { roundTripMs }, device: { roundTripMs: 0 } };
    all.push(...(await rows(world, `${roundTripMs} ms`, cables)));
  }
  return all;
}

function report(title: string, { delayedIn }: SlowWorld, all: readonly Row[]): Report {
  const floor = `the same client and network with the sequential handshake, STUN for both; ${delayedIn}`;
  return { title, floor, rows: all, why: WHY };
}

/** The browser reveals its host addresses; in the last rows the device is far from the service as well. */
async function measureTold(): Promise<Report> {
  await using world = await SlowWorld.start();
  const all = await rowsByRoundTrip(world, ROUND_TRIPS_MS);
  const far = { roundTripMs: FAR_DEVICE_MS };
  all.push(...(await rows(world, `${FAR_DEVICE_MS} ms each side`, { browser: far, device: far })));
  return report('Connecting over a slow network', world, all);
}

/** As for most pages: without the microphone a page's host addresses are `.local` names, which devices do not resolve. */
async function measureHidden(): Promise<Report> {
  await using world = await SlowWorld.start({ hidesAddresses: true });
  const all = await rowsByRoundTrip(world, HIDDEN_ROUND_TRIPS_MS);
  return report('Connecting over a slow network, with hidden addresses', world, all);
}

/** Both kinds of pages, one after the other. */
export async function measureSlowConnect(): Promise<readonly Report[]> {
  return [await measureTold(), await measureHidden()];
}
