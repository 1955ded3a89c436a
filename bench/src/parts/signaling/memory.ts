/** @module The memory of an idle device and an idle client in the service, beside two idle sockets of a bare server. */
import { memoryOf } from '../../bench-world.ts';
import type { MemoryReport } from '../../programs/memory-report.ts';
import type { Report } from '../../report.ts';
import { memoryRows } from '../../rows.ts';
import { SignalingWorld, type Server } from '../../signaling-world.ts';
import type { PairTarget } from '../../wire/pair.ts';

const ROUNDS = 2;
/** Attached devices, and as many clients, each with a session. */
const PAIRS = 5_000;
/** Opened before the measurement, so that code and buffers that all sockets share are loaded. */
const FIRST = 100;
const CONNECT_TIMEOUT_MS = 120_000;
/**
 * V8's default on a machine of 1 GiB, in MiB. On a larger machine the space for new objects grows to 64 MiB and stays resident:
 * that would count the garbage of ten thousand connects, not the memory of ten thousand sockets.
 */
const SMALL_MACHINE = { nodeOptions: ['--max-semi-space-size=4'] };

const WHY =
  'state of login and session, limits, queues and heartbeat of each socket; the floor has a listener and nothing else.';

interface Ends {
  readonly ends: 'devices' | 'clients';
  readonly first: number;
  readonly count: number;
}

async function open(world: SignalingWorld, target: PairTarget, ends: Ends): Promise<void> {
  // Each group uses its own address, which has 28 thousand ports.
  const from = ends.ends === 'devices' ? '127.0.0.2' : '127.0.0.3';
  const child = world.startLoad('signaling-sockets', { target, ...ends, from });
  await child.nextLine(/^connected$/u, CONNECT_TIMEOUT_MS);
}

/** The memory that one socket adds, in bytes. */
async function perSocket(world: SignalingWorld, server: Server, target: PairTarget): Promise<MemoryReport> {
  for (const ends of ['devices', 'clients'] as const)
    await open(world, target, { ends, first: 0, count: FIRST });
  const before = await memoryOf(server.child);
  for (const ends of ['devices', 'clients'] as const)
    await open(world, target, { ends, first: FIRST, count: PAIRS });
  const after = await memoryOf(server.child);
  return {
    rss: (after.rss - before.rss) / (2 * PAIRS),
    heapUsed: (after.heapUsed - before.heapUsed) / (2 * PAIRS),
  };
}

/** Each round uses new processes. */
export async function measureSignalingMemory(): Promise<readonly Report[]> {
  const [ours, floor]: [MemoryReport[], MemoryReport[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using world = new SignalingWorld();
    const bare = await world.startBareRelay(SMALL_MACHINE);
    floor.push(await perSocket(world, bare, { kind: 'bare', url: bare.url }));
    await bare.child.stop();
    const registered = await world.register({ devices: FIRST + PAIRS });
    const service = await world.startService(registered, SMALL_MACHINE);
    ours.push(
      await perSocket(world, service, { kind: 'service', fleet: { ...registered, url: service.url } }),
    );
  }
  return [
    {
      title: `Signaling: memory of one idle socket, of ${PAIRS} attached devices and ${PAIRS} clients`,
      floor: 'an idle socket of a bare ws server, which forwards to another one',
      rows: memoryRows({ ours, floor }),
      why: WHY,
    },
  ];
}
