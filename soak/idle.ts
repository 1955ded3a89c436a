/** @module `npm run soak -- idle`: thousands of idle sockets on a service and on two nodes; the memory of each stays what it is. */
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../bench/src/bench-world.ts';
import { SignalingWorld, type Registered, type Server } from '../bench/src/signaling-world.ts';
import { TestRedis } from '../packages/cluster/src/test-support/redis.fixture.ts';
import { ensureTools, REDIS } from '../scripts/system-tools.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';

/** Attached devices, and as many clients, each with a session. */
const PAIRS = 5_000;

const CONNECT_TIMEOUT_MS = 180_000;

/** Until what connecting needed is free again, in milliseconds. */
const SETTLE_MS = 10_000;

/** Most that a socket may grow while it is idle, in bytes of the heap. Reason: the smallest object that is kept for each ping is larger. */
const MAX_GROWTH_BYTES = 100;

/** Devices and clients are on these; for one service they are the same. */
interface Places {
  readonly name: string;
  readonly ofDevices: Server;
  readonly ofClients: Server;
}

async function hold(
  world: SignalingWorld,
  { fleet, places }: { readonly fleet: Registered; readonly places: Places },
  idleMs: number,
): Promise<PartResult> {
  const servers = [...new Set([places.ofDevices, places.ofClients])];
  const heaps = async (): Promise<number[]> =>
    await Promise.all(servers.map(async ({ child }) => (await memoryOf(child)).heapUsed));
  const ends = [
    { ends: 'devices', url: places.ofDevices.url, from: '127.0.0.2' },
    { ends: 'clients', url: places.ofClients.url, from: '127.0.0.3' },
  ];
  const empty = await heaps();
  const loads = [];
  for (const { url, ...flags } of ends) {
    const target = { kind: 'service', fleet: { ...fleet, url } };
    const load = world.startLoad('signaling-sockets', { target, ...flags, first: 0, count: PAIRS });
    await load.nextLine(/^connected$/u, CONNECT_TIMEOUT_MS);
    loads.push(load);
  }
  await delay(SETTLE_MS);
  const first = await heaps();
  await delay(idleMs);
  const last = await heaps();
  const sockets = (2 * PAIRS) / servers.length;
  const faults = loads.flatMap((load) =>
    load.isRunning ? [] : [`${places.name}: a socket was closed: ${load.log.split('\n').at(-2)}`],
  );
  const each = (heap: number, before = 0): number => (heap - before) / sockets;
  const lines = servers.map((_, at) => {
    const [begin, end] = [each(first[at] ?? 0, empty[at]), each(last[at] ?? 0, empty[at])];
    if (end - begin > MAX_GROWTH_BYTES)
      faults.push(`${places.name}: a socket grew by ${Math.round(end - begin)} bytes`);
    return `${places.name}, ${sockets} sockets: ${Math.round(begin)} bytes of heap for each at first, ${Math.round(end)} after ${(idleMs / 60_000).toFixed(1)} minutes`;
  });
  for (const load of loads) await load.stop();
  for (const { child } of servers) await child.stop();
  return { lines, faults };
}

async function run({ minutes }: PartOptions): Promise<PartResult> {
  await ensureTools([REDIS]);
  await using redis = await TestRedis.start();
  await using world = new SignalingWorld();
  const fleet = await world.register({ devices: PAIRS });
  const idleMs = (minutes * 60_000) / 2;
  const service = await world.startService(fleet);
  const one = { name: 'one service', ofDevices: service, ofClients: service };
  const alone = await hold(world, { fleet, places: one }, idleMs);
  const args = ['--redis', redis.url];
  const [ofDevices, ofClients] = [
    await world.startService(fleet, { args }),
    await world.startService(fleet, { args }),
  ];
  const both = await hold(world, { fleet, places: { name: 'two nodes', ofDevices, ofClients } }, idleMs);
  return { lines: [...alone.lines, ...both.lines], faults: [...alone.faults, ...both.faults] };
}

await runPart(60, run);
