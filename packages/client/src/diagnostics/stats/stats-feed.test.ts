/** @module A connection's statistics: once a second while somebody listens and it is connected, and not otherwise. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import type { Connection } from '../../connection/connection.ts';
import { createConnection } from '../../create-connection.ts';
import type { ConnectionStats } from './connection-stats.ts';
import { STATS_INTERVAL_MS } from './stats-feed.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly told: ConnectionStats[];
  readonly listen: () => () => void;
}

async function rig(): Promise<Rig> {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  const told: ConnectionStats[] = [];
  return { world, connection, told, listen: () => connection.on('stats', (stats) => told.push(stats)) };
}

test('once a second, the first time at once', async () => {
  const { world, connection, told, listen } = await rig();
  await connection.connect();
  listen();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  world.clock.advance(STATS_INTERVAL_MS - 1);
  await world.settled();
  expect(told).toHaveLength(1);
  world.clock.advance(1);
  await vi.waitFor(() => expect(told).toHaveLength(2));
});

test('a listener that came before is told once it is connected', async () => {
  const { connection, told, listen } = await rig();
  listen();
  expect(told).toEqual([]);
  await connection.connect();
  await vi.waitFor(() => expect(told).toHaveLength(1));
});

test('the browser is asked nothing while nobody listens, and not any more when the last one has gone', async () => {
  const { world, connection, told, listen } = await rig();
  await connection.connect();
  const asked = vi.spyOn(world.clientPeer, 'getStats');
  world.clock.advance(STATS_INTERVAL_MS * 3);
  await world.settled();
  expect([asked.mock.calls.length, world.clock.pending]).toEqual([0, 0]);
  const offs = [listen(), listen()];
  await vi.waitFor(() => expect(told).toHaveLength(2));
  for (const off of [...offs, ...offs]) off();
  expect(world.clock.pending).toBe(0);
  world.clock.advance(STATS_INTERVAL_MS * 3);
  await world.settled();
  expect([asked.mock.calls.length, told.length]).toEqual([1, 2]);
});

test('the end of the connection ends it', async () => {
  const { world, connection, told, listen } = await rig();
  await connection.connect();
  listen();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  await connection.close();
  expect(world.clock.pending).toBe(0);
});

test('a report that fails is logged, and the next one comes', async () => {
  const { world, connection, told, listen } = await rig();
  await connection.connect();
  vi.spyOn(world.clientPeer, 'getStats').mockRejectedValueOnce(new Error('not now'));
  listen();
  await vi.waitFor(() => expect(world.clock.pending).toBe(1));
  expect(told).toEqual([]);
  world.clock.advance(STATS_INTERVAL_MS);
  await vi.waitFor(() => expect(told).toHaveLength(1));
});
