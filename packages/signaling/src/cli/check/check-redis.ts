/** @module Checks that the Redis server shared by several nodes responds. */
import { bad, clockOf, good, skipped, withLimits, type Verdict } from '@longwire/protocol';
import { createClient } from '@redis/client';
import { parseRedisUrl } from '@longwire/cluster';
import { faultOf } from './fault-of.ts';

/** The verdict, and the server's time. */
export interface RedisFinding {
  readonly verdict: Verdict;
  /** Redis's clock when it responded, in milliseconds since the epoch. */
  readonly timeMs?: number;
}

/** Asks Redis for its time with the same URL as the service: with its password, and TLS for `rediss:`. */
export async function checkRedis(url: string | undefined, timeoutMs: number): Promise<RedisFinding> {
  if (url === undefined) return { verdict: skipped('redis', 'no --redis: single node') };
  try {
    const timeMs = await timeOf(parseRedisUrl(url), timeoutMs);
    return { verdict: good('redis', 'it answers'), timeMs };
  } catch (error) {
    const code = error instanceof Error ? /^[A-Z]+(?= )/u.exec(error.message)?.[0] : undefined;
    const todo =
      code === 'NOAUTH' || code === 'WRONGPASS'
        ? 'check the password in the Redis URL'
        : 'check that Redis runs, its address, and the firewall in between';
    return { verdict: bad('redis', `no answer (${code ?? faultOf(error)})`, todo) };
  }
}

const lateError = (): Error => new DOMException('no answer in time', 'TimeoutError');

async function timeOf(url: string, timeoutMs: number): Promise<number> {
  const client = createClient({
    url,
    RESP: 2,
    socket: { reconnectStrategy: false, connectTimeout: timeoutMs },
  });
  // The promise reports the error as well; an error event without a listener would end the process.
  client.on('error', () => undefined);
  const time = { clock: clockOf(globalThis), limitMs: timeoutMs, error: lateError };
  try {
    return await withLimits({ time }, async () => {
      await client.connect();
      const [seconds] = await client.sendCommand<string[]>(['TIME']);
      return Number(seconds) * 1_000;
    });
  } finally {
    client.destroy();
  }
}
