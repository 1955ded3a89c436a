/** @module How many logins one network may try; each costs a look into the database and a row of the record. */
import { createHash } from 'node:crypto';
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/** Whether a login may be tried; `closed` is told for the first one that may not, which is worth a row of the record. */
export type GateVerdict = 'open' | 'closed' | 'still-closed';

interface Entry {
  readonly bucket: TokenBucket;
  isClosed: boolean;
}

/** Most networks that are counted at once. Reason: some megabytes; whoever has more networks than that is not held up by counting them. */
const MAX_NETWORKS = 16_384;

/** Most credentials that are remembered. Reason: as for networks; one that was forgotten is again one of many of its network. */
const MAX_KNOWN = 16_384;

/** Logins of one known credential while its network has used up its own. Reason: a page that is reloaded again and again, and no flood. */
const KNOWN_RATE: BucketRate = { capacity: 20, refillPerSecond: 1 };

/** A credential's key in {@link LoginGate}: a hash, so that no secret is kept. */
export function credentialId(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * A bucket for each network, in bounded memory. Beside it a reserve for each credential that has logged in before. Reason: a stranger who floods
 * the service with logins must not lock out clients and devices of its network that were admitted before.
 */
export class LoginGate {
  readonly #rate: BucketRate;
  readonly #entries = new Map<string, Entry>();
  readonly #known = new Map<string, TokenBucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** Counts a login. */
  take(network: string, credential: string, nowMs: number): GateVerdict {
    const entry = this.#entry(network, nowMs);
    if (entry.isClosed && entry.bucket.isFull(nowMs)) entry.isClosed = false;
    if (entry.bucket.take(nowMs) || this.#known.get(credential)?.take(nowMs) === true) return 'open';
    const verdict = entry.isClosed ? 'still-closed' : 'closed';
    entry.isClosed = true;
    return verdict;
  }

  /** The credential has logged in. */
  remember(credential: string, nowMs: number): void {
    const bucket = this.#known.get(credential) ?? new TokenBucket(KNOWN_RATE, nowMs);
    this.#known.delete(credential);
    this.#known.set(credential, bucket);
    if (this.#known.size > MAX_KNOWN) forgetOldest(this.#known);
  }

  /** The networks that were seen last stand last. */
  #entry(network: string, nowMs: number): Entry {
    const known = this.#entries.get(network);
    const entry = known ?? { bucket: new TokenBucket(this.#rate, nowMs), isClosed: false };
    this.#entries.delete(network);
    this.#entries.set(network, entry);
    if (this.#entries.size > MAX_NETWORKS) forgetOldest(this.#entries);
    return entry;
  }
}

/** The one that was quiet for longest; its bucket is as good as new soon. */
function forgetOldest(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
