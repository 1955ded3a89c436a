/** @module Logins per second, with the registry in SQLite and in PostgreSQL, beside a bare server that answers without checks. */
import { ensureTools, POSTGRESQL } from '../../../../scripts/system-tools.ts';
import { startPostgres } from '../../../../packages/signaling/src/test-support/postgres.fixture.ts';
import { inTurns } from '../../in-turns.ts';
import { loadRows, measuredLoad, type Load } from '../../load.ts';
import type { Report, Row } from '../../report.ts';
import { SignalingWorld, type Server } from '../../signaling-world.ts';
import type { PairTarget } from '../../wire/pair.ts';

/** Clients that log in concurrently, each to its own device. */
const PARALLEL = 50;
const TOKENS = 1_000;
const SECONDS = 3;
const ROUNDS = 3;

const WHY =
  'a login takes two or three registry queries, a row in the audit record, a session-open message to the device and a session-close message when the client leaves; the floor checks nothing and stores nothing.';

async function load(world: SignalingWorld, { child }: Server, target: PairTarget): Promise<Load> {
  const logins = world.startLoad('signaling-logins', { target, parallel: PARALLEL, seconds: SECONDS });
  return await measuredLoad(logins, child);
}

/** From opening the socket to the answer; then the client leaves. */
export async function measureSignalingLogins(): Promise<readonly Report[]> {
  await ensureTools([POSTGRESQL]);
  await using postgres = await startPostgres();
  await using world = new SignalingWorld();
  const bare = await world.startBareRelay();
  const fleet = { devices: PARALLEL, tokens: TOKENS };
  const kinds = [
    { what: 'SQLite', registered: await world.register(fleet) },
    {
      what: 'PostgreSQL',
      registered: await world.register({ ...fleet, database: await postgres.createDatabase() }),
    },
  ];
  const all: Row[] = [];
  for (const { what, registered } of kinds) {
    const service = await world.startService(registered);
    const target: PairTarget = { kind: 'service', fleet: { ...registered, url: service.url } };
    const runs = await inTurns(ROUNDS, {
      floor: async () => await load(world, bare, { kind: 'bare', url: bare.url }),
      ours: async () => await load(world, service, target),
    });
    all.push(...loadRows(what, 'login', runs));
    await service.child.stop();
  }
  return [
    {
      title: `Signaling: logins, ${PARALLEL} at a time`,
      floor: 'a bare ws server that answers the first message of each socket, whatever it says',
      rows: all,
      why: WHY,
    },
  ];
}
