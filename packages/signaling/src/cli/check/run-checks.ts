/** @module All checks, ordered by their dependencies. */
import type { Verdict } from '@longwire/protocol';
import { Client } from 'pg';
import { databaseKind } from '../../registry/database.ts';
import { withPublicUrl } from '../flags/network-flags.ts';
import { serviceOptions, type ServeFlags } from '../serve-flags.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkClock, type OtherClock } from './check-clock.ts';
import { checkConsole } from './check-console.ts';
import { checkDatabase } from './check-database.ts';
import { checkNetwork } from './check-network.ts';
import { checkPublic } from './check-public.ts';
import { checkRedis } from './check-redis.ts';
import { checkRelay } from './check-relay.ts';

/** Longest wait for one response, in milliseconds. Reason: anything slower is unusable in production too. */
const TIMEOUT_MS = 5_000;

/** Runs all checks and yields each finding as soon as it is available. */
export async function* runChecks(
  options: ServeFlags,
  timeoutMs: number = TIMEOUT_MS,
): AsyncGenerator<Verdict> {
  const flags = withPublicUrl(options);
  const { iceServers = [], turn, tls } = serviceOptions(flags);
  const clocks: OtherClock[] = [];
  const note = (name: string, timeMs: number | undefined): void => {
    if (timeMs !== undefined) clocks.push({ name, timeMs, readAtMs: Date.now() });
  };
  yield* checkNetwork(flags);
  yield* await checkCertificate(tls);
  yield await checkConsole(flags.console);
  const database = await checkDatabase(flags.database);
  yield* database;
  if (database[0]?.kind === 'good') note('PostgreSQL', await postgresTime(flags.database, timeoutMs));
  const redis = await checkRedis(flags.redis, flags.redisPrefix, timeoutMs);
  note('Redis', redis.timeMs);
  yield redis.verdict;
  yield* await checkRelay({ iceServers, turn }, timeoutMs);
  const { verdicts, timeMs } = await checkPublic(flags.publicUrl, timeoutMs);
  note('the public address', timeMs);
  yield* verdicts;
  yield checkClock(clocks);
}

async function postgresTime(database: string, timeoutMs: number): Promise<number | undefined> {
  if (databaseKind(database) !== 'postgres') return undefined;
  const client = new Client({
    connectionString: database,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ ms: string }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000) as ms',
    );
    return Number(rows[0]?.ms);
  } finally {
    await client.end();
  }
}
