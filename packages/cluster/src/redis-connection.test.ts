/** @module A connection to Redis whose first attempt hangs, and succeeds after a second one. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { createClient } from '@redis/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import { makeCertificate } from '../../signaling/src/test-support/certificate.fixture.ts';
import { makeDirectory } from '../../signaling/src/test-support/directory.fixture.ts';
import { RedisConnection } from './redis-connection.ts';
import { TestRedis } from './test-support/redis.fixture.ts';
import { TestLog } from './test-support/test-cluster.fixture.ts';

const LIMIT_MS = 1_000;
const FIRST_RETRY_MS = 50;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An address before a server that leaves connections waiting until they are forwarded. */
async function startWaitingRoom(
  port: number,
): Promise<{ port: number; sockets: Socket[]; forward(near: Socket | undefined): void }> {
  const sockets: Socket[] = [];
  const server = createServer((near) => void sockets.push(near.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const near of sockets) near.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    sockets,
    forward(near) {
      if (near === undefined) throw new Error('no such connection');
      const far = createConnection(port, '127.0.0.1').on('error', () => undefined);
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    },
  };
}

test('an attempt to connect that hangs ends no later connection, and is closed when it succeeds after all', async () => {
  await using directory = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  const ca = await readFile(tls.certFile);
  await using redis = await TestRedis.start({ tls });
  const room = await startWaitingRoom(redis.port);
  const clock = new ManualClock();
  const prepare = vi.fn<() => Promise<void>>(async () => undefined);
  const onLost = vi.fn<() => void>();
  const connection = new RedisConnection({
    url: `rediss://127.0.0.1:${room.port}`,
    name: 'test',
    limitMs: LIMIT_MS,
    clock,
    logger: new TestLog(),
    prepare,
    onReady: () => undefined,
    onLost,
    makeClient: (url) => createClient({ url, socket: { ca, reconnectStrategy: false, tls: true } }),
  });
  onTestFinished(() => connection.close());

  connection.start();
  await expect.poll(() => room.sockets).toHaveLength(1);
  clock.advance(2 * LIMIT_MS);
  await settled();
  clock.advance(FIRST_RETRY_MS);
  await expect.poll(() => room.sockets).toHaveLength(2);
  room.forward(room.sockets[1]);
  await expect.poll(() => connection.isReady).toBe(true);

  clock.advance(LIMIT_MS);
  await settled();
  expect(connection.isReady).toBe(true);

  const [first] = room.sockets;
  room.forward(first);
  await expect.poll(() => first?.destroyed).toBe(true);
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(await connection.run(['PING'])).toBe('PONG');
  expect(onLost).not.toHaveBeenCalled();
});
