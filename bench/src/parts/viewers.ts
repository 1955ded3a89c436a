/** @module CPU for viewers of one 1080p30 camera at 4 Mbit/s. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchWorld, Peer } from '../bench-world.ts';
import { inTurns } from '../in-turns.ts';
import { cpuPercent } from '../process-usage.ts';
import type { Report, Row } from '../report.ts';

const VIEWERS = [1, 10];
const ROUNDS = 2;
const SECONDS = 6;
/** Until the replay at the start of each viewer is over. */
const SETTLE_MS = 1_000;
/** Until V8 has compiled the hot code; before that our device needs about half as much CPU again. */
const WARM_UP_SECONDS = 6;
/** 4 Mbit/s in packets of 1150 bytes is 435 a second. */
const MIN_PACKETS = 300;

const WHY =
  'packets are made, paced and kept in JavaScript, each with a call into the library; its packetizers know neither VP8 nor pacing.';

async function watch(world: BenchWorld, peer: Peer, count: number, seconds: number): Promise<number> {
  const clients = await world.startClients(peer, { count, isWatching: true });
  await delay(SETTLE_MS);
  const started = clients.nextLine(/^packets (\d+)$/u);
  clients.signal('SIGUSR2');
  const [, before] = await started;
  const percent = await cpuPercent(peer.child.pid, async () => await delay(seconds * 1000));
  const ended = clients.nextLine(/^packets (\d+)$/u);
  clients.signal('SIGUSR2');
  const [, after] = await ended;
  const rate = (Number(after) - Number(before)) / seconds / count;
  if (rate < MIN_PACKETS)
    throw new Error(`too few packets for the viewers: want ${MIN_PACKETS} a second, got ${rate}`);
  await clients.stop();
  return percent;
}

/** Viewers are peers in one separate process that discard the packets. */
export async function measureViewers(world: BenchWorld): Promise<readonly Report[]> {
  const { clip } = world;
  const [device, bare] = [await world.startDevice({ clip }), await world.startBarePeer({ clip })];
  await Promise.all([device, bare].map(async (peer) => await watch(world, peer, 5, WARM_UP_SECONDS)));
  const rows: Row[] = [];
  for (const count of VIEWERS) {
    const runs = await inTurns(ROUNDS, {
      floor: async () => await watch(world, bare, count, SECONDS),
      ours: async () => await watch(world, device, count, SECONDS),
    });
    rows.push({ what: count === 1 ? '1 viewer' : `${count} viewers`, unit: '% of a core', ...runs });
  }
  return [
    {
      title: 'CPU for viewers, 1080p30 H.264 at 4 Mbit/s',
      floor:
        'a bare loop that passes the same frames to the packetizers of the library, with sender reports and retransmissions',
      rows,
      why: WHY,
    },
  ];
}
