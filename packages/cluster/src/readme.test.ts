/** @module The example of README.md is real code, and runs. */
import { readFile } from 'node:fs/promises';
import { createCluster, type Attachment, type Located } from '@longwire/cluster';
import { clockOf, silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { TestRedis } from './test-support/redis.fixture.ts';
import { TestAttachment } from './test-support/test-cluster.fixture.ts';

async function example(url: string, attachment: Attachment): Promise<Located> {
  await using node = await createCluster({
    redis: { url },
    nodeId: crypto.randomUUID(),
    logger: silentLogger,
    clock: clockOf(globalThis),
    bufferedBytes: 1024 * 1024,
  });
  await node.presence.attach({ productId: 'pr-garden', deviceId: 'de-gate' }, attachment);
  return await node.presence.locate({ productId: 'pr-garden', deviceId: 'de-gate' });
}

test('the example in README.md attaches a device', async () => {
  await using redis = await TestRedis.start();
  const attachment = new TestAttachment();
  expect(await example(redis.url, attachment)).toEqual({ kind: 'attached', attachment });
});

test('README.md contains the example as tested', async () => {
  const [source = '', readme = ''] = await Promise.all(
    ['readme.test.ts', '../README.md'].map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  const [, code = ''] = /```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
  const lines = code.split('\n').map((line) => line.trim());
  const body = lines.filter((line) => !/^(?:import|declare|redis:|$)/u.test(line));
  expect(body.length).toBeGreaterThan(5);
  for (const line of body) expect(source).toContain(line);
});
