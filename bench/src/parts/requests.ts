/** @module Requests per second and their latency, with 1, 10 and 50 clients that each keep one request pending. */
import type { BenchWorld, Peer } from '../bench-world.ts';
import { cpuMs } from '../process-usage.ts';
import type { LoadResult } from '../programs/clients.ts';
import type { Report, Row } from '../report.ts';

const CLIENTS = [1, 10, 50];
const ROUNDS = 3;
const SECONDS = 2;

const WHY =
  'about 30 µs of JavaScript for each request: JSON with its bytes as numbers read and written (a third), then rights, timer and route. Most of the rest, the floor included, is encryption and a system call for each message inside the library, on the same thread.';

interface Load extends LoadResult {
  /** CPU time of the device, or the bare peer, for one request, in microseconds. */
  readonly cpuMicroseconds: number;
}

async function load(world: BenchWorld, peer: Peer, count: number): Promise<Load> {
  const clients = await world.startClients(peer, { count, loadSeconds: SECONDS });
  await clients.nextLine(/^loading$/u);
  const before = cpuMs(peer.child.pid);
  const [, json = '{}'] = await clients.nextLine(/^result (.+)$/u);
  const spentMs = cpuMs(peer.child.pid) - before;
  await clients.stop();
  const result: LoadResult = JSON.parse(json);
  return { ...result, cpuMicroseconds: (spentMs * 1000) / result.requests };
}

function rows(count: number, ours: readonly Load[], floor: readonly Load[]): Row[] {
  const name = count === 1 ? '1 client' : `${count} clients`;
  const row = (what: string, unit: Row['unit'], pick: (result: Load) => number): Row => ({
    what: `${name}, ${what}`,
    unit,
    ours: ours.map(pick),
    floor: floor.map(pick),
  });
  return [
    row('requests', 'a second', ({ requestsPerSecond }) => requestsPerSecond),
    row('p50', 'ms', ({ p50Ms }) => p50Ms),
    row('p99', 'ms', ({ p99Ms }) => p99Ms),
    row('CPU for one request', 'µs', ({ cpuMicroseconds }) => cpuMicroseconds),
  ];
}

/** Clients in one separate process, over the real service. */
export async function measureRequests(world: BenchWorld): Promise<readonly Report[]> {
  const [device, bare] = [await world.startDevice(), await world.startBarePeer()];
  const all: Row[] = [];
  for (const count of CLIENTS) {
    const [ours, floor]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      floor.push(await load(world, bare, count));
      ours.push(await load(world, device, count));
    }
    all.push(...rows(count, ours, floor));
  }
  return [
    {
      title: 'Requests, `GET /reading`',
      floor: 'the same clients and messages of the same sizes, answered by a bare peer that reads nothing',
      rows: all,
      why: WHY,
    },
  ];
}
