/** @module Bulk data through a tunnel: Chromium, the device, TCP, a third process, and back. */
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
import type { Report } from '../report.ts';

const BYTES = 32 * 1024 * 1024;
const TIMES = 2;
const ROUNDS = 2;

interface Samples {
  readonly up: number[];
  readonly down: number[];
}

const WHY =
  'the device copies each message between its data channel and a socket under credit, the page hands it on through a stream; the floor throws it away.';

/** Both directions, one after the other. */
export async function measureTunnel(world: BenchWorld): Promise<readonly Report[]> {
  const tcpPeer = await world.startTcpPeer(BYTES);
  const [device, bare] = [await world.startDevice({ tcpPeer }), await world.startBarePeer()];
  const page = await world.openPage(bare);
  const input = { options: connectionOptions(device.target), transfer: { bytes: BYTES, times: TIMES } };
  const ours: Samples = { up: [], down: [] };
  const floor: Samples = { up: [], down: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bulk = await page.evaluate(
      async (transfer) => await window.measurements.bulkFloor(transfer),
      input.transfer,
    );
    const tunnel = await page.evaluate(
      async ({ options, transfer }) => await window.measurements.tunnelThroughput(options, transfer),
      input,
    );
    floor.up.push(...bulk.up);
    floor.down.push(...bulk.down);
    ours.up.push(...tunnel.up);
    ours.down.push(...tunnel.down);
  }
  return [
    {
      title: 'A tunnel to TCP',
      floor: 'one data channel between the same Chromium and a bare peer, messages of 64 KiB',
      rows: [
        { what: 'to the device and on', unit: 'MB/s', ours: ours.up, floor: floor.up },
        { what: 'from behind the device', unit: 'MB/s', ours: ours.down, floor: floor.down },
      ],
      why: WHY,
    },
  ];
}
