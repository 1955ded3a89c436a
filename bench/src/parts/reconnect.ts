/** @module A session over a slow network: its next connection, and a change of the network. */
import { SlowWorld } from '../slow-world.ts';
import type { Report, Row } from '../report.ts';

const TIMES = 9;
const CHANGES = 3;
/** Between the browser and everything else, in milliseconds. */
const ROUND_TRIP_MS = 50;

async function networkChange(
  { page, target }: SlowWorld,
  what: string,
  change: { readonly isTold: boolean; readonly times: number },
): Promise<Row> {
  const { changes, connects } = await page.evaluate(
    async (told) => await window.measurements.networkChangeTimes(told.options, told.change),
    { options: target, change },
  );
  return {
    what: `${what}, ${ROUND_TRIP_MS} ms`,
    unit: 'ms',
    ours: changes.map(({ answeredMs }) => answeredMs),
    floor: changes.map(({ detectedMs }, index) => detectedMs + (connects[index] ?? Number.NaN)),
  };
}

/** The next connection of a session beside the sequential handshake, and an answer after a change beside what it cannot do without. */
export async function measureReconnect(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start();
  await world.setCables({ browser: { roundTripMs: ROUND_TRIP_MS }, device: { roundTripMs: 0 } });
  const told = { options: world.target, times: TIMES };
  const { reconnects, sequential } = await world.page.evaluate(
    async ({ options, times }) => await window.measurements.reconnectTimes(options, times),
    told,
  );
  const changes = [
    await networkChange(world, 'the browser tells', { isTold: true, times: CHANGES }),
    await networkChange(world, 'it does not', { isTold: false, times: CHANGES }),
  ];
  return [
    {
      title: 'A session that lost its connection',
      floor: 'connect() with the sequential handshake over the same network, STUN for both',
      rows: [{ what: `ready again, ${ROUND_TRIP_MS} ms`, unit: 'ms', ours: reconnects, floor: sequential }],
      why: 'the next connection is not prepared before the last one is lost.',
    },
    {
      title: 'From another address of the browser to a request answered',
      floor: 'the time until the session tries, and one connect()',
      rows: changes,
      why: 'a request on the old connection is sent again only when ICE has given that connection up.',
    },
  ];
}
