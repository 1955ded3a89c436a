import { clockOf, silentLogger } from '@longwire/protocol';
import { expect, test, vi } from 'vitest';

const loaded = vi.hoisted(() => ({ clients: 0 }));

vi.mock('@redis/client', async (original) => {
  loaded.clients += 1;
  return await original();
});

test('the first cluster loads the Redis client, which a service of one node does without', async () => {
  const { createCluster } = await import('./index.ts');
  expect(loaded.clients).toBe(0);
  await using cluster = await createCluster({
    redis: { url: 'redis://127.0.0.1:1' },
    nodeId: 'node-a',
    logger: silentLogger,
    clock: clockOf(globalThis),
    bufferedBytes: 1000,
  });
  expect(cluster.isReady).toBe(false);
  expect(loaded.clients).toBe(1);
});
