/** @module From connect() to the first frame that Chromium renders. */
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
import type { Report } from '../report.ts';

const TIMES = 5;
const ROUNDS = 2;

const WHY =
  'the floor has one offer and one answer and no service between. Ours connects first, by way of the service, then asks for the track in a request and takes a second offer; both then wait for the same decoder.';

/** Cold: no viewer yet. Warm: another viewer is watching. */
export async function measureFirstFrame(world: BenchWorld): Promise<readonly Report[]> {
  const { clip } = world;
  const [device, bare] = [await world.startDevice({ clip }), await world.startBarePeer({ clip })];
  const page = await world.openPage(bare);
  const input = { options: connectionOptions(device.target), times: TIMES };
  const ours = async (): Promise<number[]> =>
    await page.evaluate(
      async ({ options, times }) => await window.measurements.firstFrameTimes(options, times),
      input,
    );
  const [cold, warm, floor]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(
      ...(await page.evaluate(async (times) => await window.measurements.firstFrameFloor(times), TIMES)),
    );
    cold.push(...(await ours()));
    const watcher = await world.startClients(device, { count: 1, isWatching: true });
    warm.push(...(await ours()));
    await watcher.stop();
  }
  return [
    {
      title: 'From connect() to the first rendered frame, 1080p',
      floor:
        'a bare peer that holds the clip in memory, sends it from a keyframe on, and receives the only offer directly',
      rows: [
        { what: 'cold source', unit: 'ms', ours: cold, floor },
        { what: 'warm source', unit: 'ms', ours: warm, floor },
      ],
      why: WHY,
    },
  ];
}
