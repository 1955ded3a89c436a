/** @module A fake device says who is logged in over its connection, as a device does. */
import { createConnection } from '@longwire/client';
import { expect, test } from 'vitest';
import { createFakeWorld } from '../index.ts';

test('a login makes its user the one of the connection, who was none before', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  world.device.passwords.set('ann', 'correct horse');
  expect((await connection.request('GET', '/iam/me')).statusCode).toBe(404);
  await connection.authenticate({ username: 'ann', password: 'correct horse' });
  expect(await connection.iam.getMe()).toEqual({ Username: 'ann' });
  await connection.close();
});
