/** @module Requests per second and their latency, with 1, 10 and 50 clients that each keep one request pending. */
import type { BenchWorld, Peer } from '../bench-world.ts';
import { inTurns } from '../in-turns.ts';
import { loadRows, measuredLoad, type Load } from '../load.ts';
import type { Report, Row } from '../report.ts';

const CLIENTS = [1, 10, 50];
const ROUNDS = 3;
const SECONDS = 2;

const WHY =
  'about 30 µs of JavaScript for each request: JSON with its bytes as numbers read and written (a third), then rights, timer and route. Most of the rest, the floor included, is encryption and a system call for each message inside the library, on the same thread.';

async function load(world: BenchWorld, peer: Peer, count: number): Promise<Load> {
  const clients = await world.startClients(peer, { count, loadSeconds: SECONDS });
  return await measuredLoad(clients, peer.child);
}

/** Clients in one separate process, over the real service. */
export async function measureRequests(world: BenchWorld): Promise<readonly Report[]> {
  const [device, bare] = [await world.startDevice(), await world.startBarePeer()];
  const all: Row[] = [];
  for (const count of CLIENTS) {
    const runs = await inTurns(ROUNDS, {
      floor: async () => await load(world, bare, count),
      ours: async () => await load(world, device, count),
    });
    all.push(...loadRows(count === 1 ? '1 client' : `${count} clients`, 'request', runs));
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
