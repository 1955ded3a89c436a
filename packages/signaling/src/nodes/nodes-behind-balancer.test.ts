/** @module Two node processes behind HAProxy, which is all that clients and devices know. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectComplete,
  expectStrict,
  expectTalk,
  RESTART,
  rollOver,
  startTalk,
  unexplainedEnds,
  WELL,
  World,
} from './nodes-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await World.start({ nodes: 2, isBalanced: true, args: ['--drain-delay-ms', '1000'] });
}, 60_000);

afterAll(() => world[Symbol.asyncDispose](), 60_000);

const up = async (): Promise<readonly boolean[] | undefined> => await world.balancer?.up();

test('a node that SIGTERM ends gets no new sockets while it drains, then its sockets end with 1012 and move to the other node, and nothing is lost', async () => {
  await using stack = new AsyncDisposableStack();
  const talks = [await startTalk(world, stack, 0), await startTalk(world, stack, 0)];
  const clients = talks.flatMap((talk) => talk.clients);
  const before = clients.map(({ current }) => current);
  const stopped = world.node(0).stop();
  await expect.poll(up).toEqual([false, true]);
  // The balancer noticed before the first socket ended.
  expect(before.map((conversation) => conversation?.closed)).toEqual(before.map(() => undefined));
  expect(await stopped).toBe(0);
  await expect.poll(() => before.map((conversation) => conversation?.closed)).toContainEqual(RESTART);
  for (const { device, clients: peers } of talks) {
    await expectTalk(device, peers);
    await expectComplete(device, peers);
    expectStrict(device, peers);
    expect(unexplainedEnds(device, peers)).toEqual([]);
  }
  await world.startNode(0);
  await world.balancer?.untilUp();
});

test('a node that is killed is left by the balancer within seconds, and all its sockets move', async () => {
  await using stack = new AsyncDisposableStack();
  const { device, clients } = await startTalk(world, stack, 0);
  await world.node(1).kill();
  await expect.poll(up, WELL).toEqual([true, false]);
  await expectTalk(device, clients);
  await expectComplete(device, clients);
  expectStrict(device, clients);
  await world.startNode(1);
  await world.balancer?.untilUp();
});

test('both nodes can be restarted in turn while all peers exchange messages through the balancer', async () => {
  expect(await rollOver(world)).toEqual([]);
}, 120_000);
