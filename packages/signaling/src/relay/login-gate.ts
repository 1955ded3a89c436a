/** @module Limits login attempts per network; each costs a database query and an audit row. */
import { createHash } from 'node:crypto';
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/**
 * Whether a login may be attempted; `closed` marks the first refusal, which is recorded, `still-closed` the
 * following ones.
 */
export type GateVerdict = 'open' | 'closed' | 'still-closed';

interface Entry {
  readonly bucket: TokenBucket;
  isClosed: boolean;
}

/**
 * Most networks counted at a time. Reason: some megabytes; an attacker with more networks cannot be slowed
 * down by counting them.
 */
const MAX_NETWORKS = 16_384;

/** Most credentials remembered. Reason: as for networks; a forgotten one just shares its network's limit. */
const MAX_CREDENTIALS = 16_384;

/**
 * Logins of a known credential while its network's limit is exhausted. Reason: allows repeated page reloads,
 * but no flood.
 */
const CREDENTIAL_RATE: BucketRate = { capacity: 20, refillPerSecond: 1 };

/** Key of a credential in {@link LoginGate}: a hash, so that no secret is kept. */
export function credentialId(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Keeps a bucket per network, in bounded memory, and a reserve for each credential that has logged in before.
 * Reason: a stranger who floods the service must not lock out previously admitted clients and devices of the
 * same network.
 */
export class LoginGate {
  readonly #rate: BucketRate;
  readonly #entries = new Map<string, Entry>();
  readonly #credentials = new Map<string, TokenBucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** Counts a login. */
  take(network: string, credential: string, nowMs: number): GateVerdict {
    const entry = this.#entry(network, nowMs);
    if (entry.isClosed && entry.bucket.isFull(nowMs)) entry.isClosed = false;
    if (entry.bucket.take(nowMs) || this.#credentials.get(credential)?.take(nowMs) === true) return 'open';
    const verdict = entry.isClosed ? 'still-closed' : 'closed';
    entry.isClosed = true;
    return verdict;
  }

  /** Records a successful login of the credential. */
  remember(credential: string, nowMs: number): void {
    const bucket = this.#credentials.get(credential) ?? new TokenBucket(CREDENTIAL_RATE, nowMs);
    this.#credentials.delete(credential);
    this.#credentials.set(credential, bucket);
    if (this.#credentials.size > MAX_CREDENTIALS) forgetOldest(this.#credentials);
  }

  /** Moves the network to the end, so that the map stays ordered by last use. */
  #entry(network: string, nowMs: number): Entry {
    const existing = this.#entries.get(network);
    const entry = existing ?? { bucket: new TokenBucket(this.#rate, nowMs), isClosed: false };
    this.#entries.delete(network);
    this.#entries.set(network, entry);
    if (this.#entries.size > MAX_NETWORKS) forgetOldest(this.#entries);
    return entry;
  }
}

/** Drops the least recently used entry, whose bucket would soon be full again anyway. */
function forgetOldest(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
