/** @module connect() to a service with TLS: the WebSocket on the page's HTTP/2 connection, beside a connection of its own. */
import type { Page } from '@playwright/test';
import { quantile, type Report } from '../report.ts';
import { SlowWorld, type SlowTarget } from '../slow-world.ts';

const TIMES = 9;
/** Round-trip times between the browser and everything else, in milliseconds. */
const ROUND_TRIP_MS = 50;

async function connectMs(page: Page, options: SlowTarget, isWarm: boolean): Promise<number> {
  return await page.evaluate(
    async (input) => await window.measurements.tlsConnectMs(input.options, input.isWarm),
    {
      options,
      isWarm,
    },
  );
}

/** Both alternate, each in a new page; pages share no connection. */
export async function measureHttp2Connect(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start({ isTls: true });
  await world.setCables({ browser: { roundTripMs: ROUND_TRIP_MS }, device: { roundTripMs: 0 } });
  const { target, page: cold } = world;
  const warm = await world.openPage();
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = -1; round < TIMES; round += 1) {
    const taken = [await connectMs(cold, target, false), await connectMs(warm, target, true)] as const;
    // The first of each loads code.
    if (round < 0) continue;
    floor.push(taken[0]);
    ours.push(taken[1]);
  }
  const saved = (quantile(floor, 0.5) - quantile(ours, 0.5)) / ROUND_TRIP_MS;
  return [
    {
      title: `Connecting with WebSocket over warm HTTP/2: ${saved.toFixed(2)} round trips less`,
      floor: `connect() over HTTP/1.1 with TLS, to the same service; ${world.delayedIn}`,
      rows: [{ what: `connect(), ${ROUND_TRIP_MS} ms`, unit: 'ms', ours, floor }],
      why: 'the WebSocket took a connection of its own.',
    },
  ];
}
