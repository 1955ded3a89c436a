/** @module The key pair that signs push messages: one for all nodes, made once. */
import { expect, test } from 'vitest';
import { onEachDatabase } from '../test-support/databases.fixture.ts';

onEachDatabase((make) => {
  test('is the same for nodes that ask at once, and after a restart', async () => {
    await using database = await make();
    const nodes = [await database.open(), await database.open(), await database.open()];
    const keys = await Promise.all(nodes.map((node) => node.pushKey()));
    await Promise.all(nodes.map((node) => node.close()));
    await using again = await database.open();
    expect(new Set([...keys, await again.pushKey()]).size).toBe(1);
    expect(JSON.parse(keys[0] ?? '')).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) });
  });

  test('is in no export', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { d } = JSON.parse(await registry.pushKey());
    const lines: string[] = [];
    for await (const line of registry.exportAll()) lines.push(line);
    expect(lines.join('')).not.toContain(d);
  });
});
