/** @module A thousand connections, one after the other, leave as much as none. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { FALLBACK_AFTER_MS } from './connect-attempts.ts';
import { createIceServerCache } from './ice-server-cache.ts';
import { NOTHING } from '../fake-world.fixture.ts';

const ROUNDS = 1000;

type Round = (world: FakeWorld, round: number) => Promise<void>;

const rounds: readonly [string, Round][] = [
  [
    'connect and close',
    async ({ options }) => {
      await using connection = createConnection(options);
      await connection.connect();
    },
  ],
  [
    'prepare, connect and close; each third one not connected',
    async ({ options }, round) => {
      await using connection = createConnection(options);
      await connection.prepare();
      if (round % 3 > 0) await connection.connect();
    },
  ],
  [
    'a second login in each',
    async (world) => {
      const options = { ...world.options, iceServers: [], iceServerCache: createIceServerCache() };
      world.intercept = ({ kind }, socket) =>
        kind === 'description' && socket === world.sockets.all.at(-1) && world.clock.pending > 0;
      await using connection = createConnection(options);
      const attempt = connection.connect();
      await world.settled();
      world.intercept = undefined;
      world.clock.advance(FALLBACK_AFTER_MS);
      await attempt;
    },
  ],
];

test.each(rounds)('%s', { timeout: 180_000 }, async (_name, play) => {
  for (let block = 0; block < 20; block += 1) {
    const world = await createFakeWorld();
    for (let round = 0; round < ROUNDS / 20; round += 1) await play(world, round);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
    expect(world.sockets.all.length).toBeGreaterThanOrEqual(ROUNDS / 20);
  }
});
