/** @module A connection's statistics: once a second, only while it is connected and has a listener. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import type { Connection } from '../../connection/connection.ts';
import { createConnection } from '../../create-connection.ts';
import type { ConnectionStats } from './connection-stats.ts';
import { STATS_INTERVAL_MS } from './stats-feed.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly reported: ConnectionStats[];
  readonly listen: () => () => void;
}

async function rig(): Promise<Rig> {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  const reported: ConnectionStats[] = [];
  return {
    world,
    connection,
    reported,
    listen: () => connection.on('stats', (stats) => reported.push(stats)),
  };
}

test('reports statistics immediately and then once a second', async () => {
  const { world, connection, reported, listen } = await rig();
  await connection.connect();
  listen();
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  world.clock.advance(STATS_INTERVAL_MS - 1);
  await world.settled();
  expect(reported).toHaveLength(1);
  world.clock.advance(1);
  await vi.waitFor(() => expect(reported).toHaveLength(2));
});

test('a listener added before connecting gets statistics once connected', async () => {
  const { connection, reported, listen } = await rig();
  listen();
  expect(reported).toEqual([]);
  await connection.connect();
  await vi.waitFor(() => expect(reported).toHaveLength(1));
});

test('statistics are read only while there is a listener', async () => {
  const { world, connection, reported, listen } = await rig();
  await connection.connect();
  const asked = vi.spyOn(world.clientPeer, 'getStats');
  world.clock.advance(STATS_INTERVAL_MS * 3);
  await world.settled();
  expect([asked.mock.calls.length, world.clock.pending]).toEqual([0, 0]);
  const offs = [listen(), listen()];
  await vi.waitFor(() => expect(reported).toHaveLength(2));
  for (const off of [...offs, ...offs]) off();
  expect(world.clock.pending).toBe(0);
  world.clock.advance(STATS_INTERVAL_MS * 3);
  await world.settled();
  expect([asked.mock.calls.length, reported.length]).toEqual([1, 2]);
});

test('statistics stop when the connection closes', async () => {
  const { world, connection, reported, listen } = await rig();
  await connection.connect();
  listen();
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  await connection.close();
  expect(world.clock.pending).toBe(0);
});

test('a failed report is logged and the next one is delivered', async () => {
  const { world, connection, reported, listen } = await rig();
  await connection.connect();
  vi.spyOn(world.clientPeer, 'getStats').mockRejectedValueOnce(new Error('not now'));
  listen();
  await vi.waitFor(() => expect(world.clock.pending).toBe(1));
  expect(reported).toEqual([]);
  world.clock.advance(STATS_INTERVAL_MS);
  await vi.waitFor(() => expect(reported).toHaveLength(1));
});
