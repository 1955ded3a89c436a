/** @module Time from the request for a track to the track, at two round-trip times: its offer over the connection itself, beside signaling. */
import type { Report, Row } from '../report.ts';
import { SlowWorld } from '../slow-world.ts';

const CLIP = 'apps/demo/assets/clip.mp4';
const TIMES = 15;
/** Round-trip times between the browser and everything else, in milliseconds. */
const ROUND_TRIPS_MS = [0, 50];

const WHY =
  'what the offer goes over is to take no longer than signaling: one round trip, with the answer to the request.';

/** The browser has the long cable; the device is next to the service. */
export async function measureTrackRequest(): Promise<readonly Report[]> {
  await using world = await SlowWorld.start({ clip: CLIP });
  const rows: Row[] = [];
  for (const roundTripMs of ROUND_TRIPS_MS) {
    await world.setCables({ browser: { roundTripMs }, device: { roundTripMs: 0 } });
    const given = { options: world.target, times: TIMES };
    const taken = await world.page.evaluate(
      async ({ options, times }) => await window.measurements.trackRequestTimes(options, times),
      given,
    );
    rows.push({
      what: `request for a track to its first event, ${roundTripMs} ms`,
      unit: 'ms',
      ours: taken.inside,
      floor: taken.signaling,
    });
  }
  const floor = `the same client, device and network with the offer by signaling; ${world.delayedIn}`;
  return [{ title: 'A track over the connection itself', floor, rows, why: WHY }];
}
