/** @module Checks that the Redis server shared by several nodes responds. */
import { bad, clockOf, good, skipped, withLimits, type Verdict } from '@longwire/protocol';
import { createClient, ErrorReply } from '@redis/client';
import { parseRedisUrl } from '@longwire/cluster';
import { faultOf } from '../../log/fault-of.ts';

/** The verdict, and the server's time. */
export interface RedisFinding {
  readonly verdict: Verdict;
  /** Redis's clock when it responded, in milliseconds since the epoch. */
  readonly timeMs?: number;
}

const TRUST =
  'use a certificate of a public authority, or name your own with NODE_EXTRA_CA_CERTS=/path/to/ca.pem for the service';

/** What to do about an error by its code; the rest are about the way to Redis. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['NOAUTH', 'check the password in the Redis URL'],
  ['WRONGPASS', 'check the password in the Redis URL'],
  [
    'CROSSSLOT',
    'this is a Redis Cluster: give --redis-prefix braces, such as {lw}:, which keep all keys on one server',
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', TRUST],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', TRUST],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', TRUST],
]);

/** Asks Redis for its time with the same URL as the service: with its password, and TLS for `rediss:`; and whether it has all keys. */
export async function checkRedis(
  url: string | undefined,
  prefix: string,
  timeoutMs: number,
): Promise<RedisFinding> {
  if (url === undefined) return { verdict: skipped('redis', 'no --redis: single node') };
  try {
    const timeMs = await timeOf(parseRedisUrl(url), prefix, timeoutMs);
    return { verdict: good('redis', 'it answers'), timeMs };
  } catch (error) {
    const reply = error instanceof Error ? /^[A-Z]+(?= )/u.exec(error.message)?.[0] : undefined;
    const code = reply ?? faultOf(error);
    const remedy = REMEDIES.get(code) ?? 'check that Redis runs, its address, and the firewall in between';
    return { verdict: bad('redis', `no answer (${code})`, remedy) };
  }
}

const lateError = (): Error => new DOMException('no answer in time', 'TimeoutError');

async function timeOf(url: string, prefix: string, timeoutMs: number): Promise<number> {
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
      await client.sendCommand(['EXISTS', `${prefix}nodes`, `${prefix}node:`]).catch(acceptMoved);
      const [seconds] = await client.sendCommand<string[]>(['TIME']);
      return Number(seconds) * 1_000;
    });
  } finally {
    client.destroy();
  }
}

/** The nodes follow to the server of a Redis Cluster that has their keys. @throws any other error */
function acceptMoved(error: unknown): void {
  if (!(error instanceof ErrorReply && error.message.startsWith('MOVED '))) throw error;
}
