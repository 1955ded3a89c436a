/** @module From createConnection() to the first answer, and one request after another, in Chromium. */
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
import type { Report } from '../report.ts';

const CONNECTS = 15;
const REQUEST_ROWS = 50;
const ROUNDS = 2;

const WHY_CONNECT =
  'the floor stays inside one process. Ours opens a socket to the service; login, offer and answer pass through two more processes, and the request waits for the channel.';
const WHY_REQUEST =
  'the client writes and reads JSON and keeps a timer and an abort signal for each request; the device takes about 30 µs (see Requests).';

/** Floor and product alternate, so that a slow moment of the machine affects both. */
export async function measureConnect(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const options = connectionOptions((await world.startDevice()).target);
  const page = await world.openPage(bare);
  const samples: Record<'connects' | 'connectFloors' | 'requests' | 'requestFloors', number[]> = {
    connects: [],
    connectFloors: [],
    requests: [],
    requestFloors: [],
  };
  const input = { options, connects: CONNECTS, rows: REQUEST_ROWS };
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await page.evaluate(
      async ({ options: device, connects, rows }) => ({
        connectFloors: await window.measurements.connectFloor(connects),
        connects: await window.measurements.connectTimes(device, connects),
        requestFloors: await window.measurements.requestFloor(rows),
        requests: await window.measurements.requestTimes(device, rows),
      }),
      input,
    );
    samples.connectFloors.push(...taken.connectFloors);
    samples.connects.push(...taken.connects);
    samples.requestFloors.push(...taken.requestFloors);
    samples.requests.push(...taken.requests);
  }
  return [
    {
      title: 'Connecting',
      floor: 'two bare peer connections in one page, and a message there and back',
      rows: [
        {
          what: 'createConnection() to the first answer',
          unit: 'ms',
          ours: samples.connects,
          floor: samples.connectFloors,
        },
      ],
      why: WHY_CONNECT,
    },
    {
      title: 'One request after another',
      floor: 'messages of the same sizes between the same Chromium and a bare peer',
      rows: [{ what: 'there and back', unit: 'ms', ours: samples.requests, floor: samples.requestFloors }],
      why: WHY_REQUEST,
    },
  ];
}
