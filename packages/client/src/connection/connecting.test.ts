/** @module Connecting, over fakes: the classic order, each way it can fail, and nothing left behind. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { createConnection } from '../create-connection.ts';

function connectionTo(world: FakeWorld, options: object = {}): Connection {
  return createConnection({
    signalingServerUrl: 'wss://service.example/',
    productId: 'pr-1',
    deviceId: 'de-1',
    sct: 'token',
    ...world.ports,
    ...options,
  });
}

test('classic order', async () => {
  const world = await createFakeWorld();
  const connection = connectionTo(world);
  const steps: (string | undefined)[] = [];
  connection.on('statechange', (state, step) => steps.push(step ?? state));
  await connection.connect();
  expect(steps).toEqual([
    'opening-signaling',
    'logging-in',
    'requesting-turn',
    'opening-peer',
    'opening-channel',
    'connected',
  ]);
  const types = world.sockets.last.sent.map((text) => Reflect.get(JSON.parse(text), 'type'));
  expect(types.slice(0, 3)).toEqual([20, 3, 0]);
  world.device.resources.on('GET /hello', {
    statusCode: 205,
    contentFormat: 0,
    payload: new Uint8Array([104, 105]),
  });
  const response = await connection.request('GET', '/hello');
  expect(response.text()).toBe('hi');
  await expect(connection.verifyFingerprint(world.identity.fingerprint)).resolves.toEqual({
    valid: true,
    bound: true,
  });
  world.device.passwords.set('admin', 'correct horse');
  await connection.authenticate({ username: 'admin', password: 'correct horse' });
  expect(connection.identity.login).toEqual({ username: 'admin' });
  await connection.close();
  await Promise.resolve();
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});
