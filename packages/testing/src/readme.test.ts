/// <reference types="node" />
/** @module The example of README.md is real code, and it runs. */
import { readFile } from 'node:fs/promises';
import { createConnection } from '@longwire/client';
import { utf8Encode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { createFakeWorld, type FakeLeftovers } from './index.ts';

async function example(): Promise<{ text: string; state: string; leftovers: FakeLeftovers }> {
  const world = await createFakeWorld();
  world.prepare = ({ resources, passwords }) => {
    passwords.set('ann', 'correct horse');
    resources.on('GET /temperature', { statusCode: 205, contentFormat: 0, payload: utf8Encode('21.5') });
  };
  const connection = createConnection(world.options);
  await connection.connect();

  await connection.authenticate({ username: 'ann', password: 'correct horse' });
  const response = await connection.request('GET', '/temperature');

  world.sockets.last.serverClose(4003);
  await world.settled();
  return { text: response.text(), state: connection.state, leftovers: world.leftovers };
}

test('the example is the one of README.md', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const block = /```ts\n(.*?)```/su.exec(readme)?.[1] ?? 'no example';
  const source = await readFile(new URL(import.meta.url), 'utf8');
  expect(source).toContain(block.replaceAll(/^(?=.)/gmu, '  '));
});

test('it runs', async () => {
  expect(await example()).toEqual({
    text: '21.5',
    state: 'closed',
    leftovers: { sockets: 0, peers: 0, timers: 0, listeners: 0 },
  });
});
