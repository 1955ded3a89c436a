/** @module A session over a slow network: its next connection, and a change of the network. */
import { SlowWorld } from '../slow-world.ts';
import type { Report, Row } from '../report.ts';

const TIMES = 9;
const CHANGES = 3;
/** Round-trip times between the browser and everything else, in milliseconds. */
const ROUND_TRIP_MS = 50;

async function networkChange(
  { page, target }: SlowWorld,
  what: string,
  change: { readonly isReported: boolean; readonly times: number },
): Promise<Row> {
  const { changes, connects } = await page.evaluate(
    async (input) => await window.measurements.networkChangeTimes(input.options, input.change),
    { options: target, change },
  );
  return {
    what: `${what}, ${ROUND_TRIP_MS} ms`,
    unit: 'ms',
    ours: changes.map(({ answeredMs }) => answeredMs),
    floor: changes.map(({ detectedMs }, index) => detectedMs + (connects[index] ?? Number.NaN)),
  };
}

/** The next connection of a session beside the sequential handshake, and an answer after a network change beside its lower bound. */
export async function measureReconnect(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start();
  await world.setCables({ browser: { roundTripMs: ROUND_TRIP_MS }, device: { roundTripMs: 0 } });
  const input = { options: world.target, times: TIMES };
  const { givenUp, closed, sequential } = await world.page.evaluate(
    async ({ options, times }) => await window.measurements.reconnectTimes(options, times),
    input,
  );
  const row = (what: string, ours: readonly number[]): Row => ({
    what: `ready again, ${what}, ${ROUND_TRIP_MS} ms`,
    unit: 'ms',
    ours,
    floor: sequential,
  });
  const changes = [
    await networkChange(world, 'the browser reports it', { isReported: true, times: CHANGES }),
    await networkChange(world, 'it does not', { isReported: false, times: CHANGES }),
  ];
  return [
    {
      title: 'A session that lost its connection',
      floor: `connect() with the sequential handshake over the same network, STUN for both; ${world.delayedIn}`,
      rows: [row('ICE was disconnected and has failed', givenUp), row('without a warning', closed)],
      why: 'the next connection takes as many round trips as the handshake.',
    },
    {
      title: 'From another address of the browser to a request answered',
      floor: `the time until the session tries and the browser knows its address, and one connect(); ${world.delayedIn}`,
      rows: changes,
      why: 'a request on the old connection is sent again only when ICE has given that connection up.',
    },
  ];
}
