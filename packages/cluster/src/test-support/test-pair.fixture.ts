/** @module Two nodes on one Redis, and a device that is attached to the first. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { TestRedis } from './redis.fixture.ts';
import {
  connect,
  startNode,
  TestAttachment,
  type TestNode,
  type TestNodeOptions,
  type TestSession,
} from './test-cluster.fixture.ts';

/** The device. */
export const KEY = { productId: 'p', deviceId: 'd' };

/** A pair of nodes. */
export interface TestPair extends AsyncDisposable {
  readonly redis: TestRedis;
  readonly a: TestNode;
  readonly b: TestNode;
  /** The device's, on a. */
  readonly attachment: TestAttachment;
  /** Opens a session of a client on b with the device. */
  connect(): Promise<TestSession>;
}

/** Starts both nodes, on a Redis of their own unless one is given. */
export async function startPair(options: TestNodeOptions & { redis?: TestRedis } = {}): Promise<TestPair> {
  await using stack = new AsyncDisposableStack();
  const redis = options.redis ?? stack.use(await TestRedis.start());
  const a = stack.use(await startNode(redis, 'a', options));
  const b = stack.use(await startNode(redis, 'b', options));
  const attachment = new TestAttachment();
  await a.cluster.presence.attach(KEY, attachment);
  const all = stack.move();
  return {
    redis,
    a,
    b,
    attachment,
    connect: () => connect(b, KEY, attachment),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A Redis for all tests of a file, empty before each. */
export function sharedRedis(): () => TestRedis {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  beforeEach(async () => {
    await redis.run('FLUSHALL');
  });
  afterAll(() => redis.stop());
  return () => redis;
}
