/** @module The cost of an idle session: the device's memory with many sessions and with none. */
import { memoryOf, type BenchWorld, type Peer } from '../bench-world.ts';
import { inTurns } from '../in-turns.ts';
import type { MemoryReport } from '../programs/memory-report.ts';
import type { Report } from '../report.ts';
import { memoryRows } from '../rows.ts';

const SESSIONS = 50;
const ROUNDS = 2;
const WHY =
  'the bare peer has two JavaScript objects a session, ours has session, peer, negotiator, channels, tracks and their listeners: some ten KiB, where the library itself takes 260 outside the heap.';

/** The memory that one session adds, in bytes; the first sessions of a process, which load shared code, are not counted. */
async function perSession(world: BenchWorld, peer: Peer): Promise<MemoryReport> {
  const first = await world.startClients(peer, { count: 5 });
  const before = await memoryOf(peer.child);
  const clients = await world.startClients(peer, { count: SESSIONS });
  const after = await memoryOf(peer.child);
  await clients.stop();
  await first.stop();
  await peer.child.stop();
  return {
    rss: (after.rss - before.rss) / SESSIONS,
    heapUsed: (after.heapUsed - before.heapUsed) / SESSIONS,
  };
}

/** Each round uses new processes. */
export async function measureMemory(world: BenchWorld): Promise<readonly Report[]> {
  const runs = await inTurns(ROUNDS, {
    floor: async () => await perSession(world, await world.startBarePeer()),
    ours: async () => await perSession(world, await world.startDevice()),
  });
  return [
    {
      title: `Memory of one idle session, of ${SESSIONS}`,
      floor: 'a bare peer connection with one data channel',
      rows: memoryRows(runs),
      why: WHY,
    },
  ];
}
