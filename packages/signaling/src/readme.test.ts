/** @module The example of README.md is real code, and runs. */
import { readFile } from 'node:fs/promises';
import { createService } from '@longwire/signaling';
import { expect, test } from 'vitest';
import { makeDirectory } from './test-support/directory.fixture.ts';

async function example(database: string): Promise<string> {
  await using service = await createService({ database, iceServers: [{ urls: ['stun:stun.example:3478'] }] });
  const { products, devices, tokens } = service.registry;
  await products.add('pr-garden');
  await devices.add({ productId: 'pr-garden', deviceId: 'de-gate', fingerprint: 'ab'.repeat(32) });
  const { value } = await tokens.add({
    productId: 'pr-garden',
    deviceId: 'de-gate',
    lifetimeMs: 3_600_000,
  });
  return value;
}

test('the example in README.md creates a token', async () => {
  await using directory = await makeDirectory();
  expect(await example(`${directory.path}/registry.db`)).toMatch(/^lw_/);
});

test('README.md contains the example as tested', async () => {
  const [source, readme] = await Promise.all(
    ['readme.test.ts', '../README.md'].map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readme ?? '') ?? [];
  const lines = (code ?? '').split('\n').map((line) => line.trim());
  const body = lines.filter(
    (line) => line !== '' && !line.startsWith('import') && !line.startsWith('const database'),
  );
  expect(body.length).toBeGreaterThan(5);
  for (const line of body) expect(source).toContain(line);
});
