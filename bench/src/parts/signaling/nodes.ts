/** @module The latency that a second node adds to a message, beside Redis alone. */
import { ensureTools, REDIS } from '../../../../scripts/system-tools.ts';
import { TestRedis } from '../../../../packages/cluster/src/test-support/redis.fixture.ts';
import type { LoadResult } from '../../programs/load-result.ts';
import type { Report, Row } from '../../report.ts';
import { SignalingWorld } from '../../signaling-world.ts';
import type { PairTarget } from '../../wire/pair.ts';

const SECONDS = 2;
const ROUNDS = 5;

const WHY =
  'on its way from node to node a message is numbered and acknowledged, so that nothing is lost or doubled when Redis or a node goes away; the floor publishes and forgets.';

async function roundTrips(world: SignalingWorld, target: PairTarget): Promise<LoadResult> {
  const child = world.startLoad('signaling-load', {
    target,
    kind: 'candidate',
    seconds: SECONDS,
    'there-and-back': true,
  });
  const [, json = '{}'] = await child.nextLine(/^result (.+)$/u);
  await child.stop();
  return JSON.parse(json);
}

async function redisRoundTrips(world: SignalingWorld, port: number): Promise<LoadResult> {
  const child = world.startLoad('redis-round-trip', { port, seconds: SECONDS });
  const [, json = '{}'] = await child.nextLine(/^result (.+)$/u);
  await child.exited;
  return JSON.parse(json);
}

/** A client sends one message at a time to a device, which answers it. */
export async function measureSignalingNodes(): Promise<readonly Report[]> {
  await ensureTools([REDIS]);
  await using redis = await TestRedis.start();
  await using world = new SignalingWorld();
  const registered = await world.register({ devices: 1 });
  const bare = await world.startBareRelay();
  const args = ['--redis', redis.url];
  const [near, far] = [
    await world.startService(registered, { args }),
    await world.startService(registered, { args }),
  ];
  const fleet = { ...registered, url: near.url };
  const samples: Record<'bare' | 'one' | 'two' | 'redis', LoadResult[]> = {
    bare: [],
    one: [],
    two: [],
    redis: [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.bare.push(await roundTrips(world, { kind: 'bare', url: bare.url }));
    samples.one.push(await roundTrips(world, { kind: 'service', fleet }));
    samples.redis.push(await redisRoundTrips(world, redis.port));
    samples.two.push(await roundTrips(world, { kind: 'service', fleet, deviceUrl: far.url }));
  }
  const rows = (name: string, pick: (times: LoadResult) => number): Row[] => {
    const [one, two] = [samples.one.map(pick), samples.two.map(pick)];
    const added = two.map((time, round) => time - (one[round] ?? 0));
    return [
      { what: `on one node, ${name}`, unit: 'ms', ours: one, floor: samples.bare.map(pick) },
      { what: `added by a second node, ${name}`, unit: 'ms', ours: added, floor: samples.redis.map(pick) },
    ];
  };
  return [
    {
      title: 'Signaling: a message from a client to its device, and one back',
      floor:
        'on one node a bare ws server that forwards between the two sockets; for the second node the same message published and answered over Redis alone',
      rows: [...rows('p50', ({ p50Ms }) => p50Ms), ...rows('p99', ({ p99Ms }) => p99Ms)],
      why: WHY,
    },
  ];
}
