/** @module How many logins one network may try; each costs a look into the database and a row of the record. */
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/** Whether a login may be tried; `closed` is told for the first one that may not, which is worth a row of the record. */
export type GateVerdict = 'open' | 'closed' | 'still-closed';

interface Entry {
  readonly bucket: TokenBucket;
  isClosed: boolean;
}

/** Most networks that are counted at once. Reason: some megabytes; whoever has more networks than that is not held up by counting them. */
const MAX_NETWORKS = 16_384;

/** A bucket for each network, in bounded memory. */
export class LoginGate {
  readonly #rate: BucketRate;
  readonly #entries = new Map<string, Entry>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** Counts a login. */
  take(network: string, nowMs: number): GateVerdict {
    const entry = this.#entry(network, nowMs);
    if (entry.isClosed && entry.bucket.isFull(nowMs)) entry.isClosed = false;
    if (entry.bucket.take(nowMs)) return 'open';
    const verdict = entry.isClosed ? 'still-closed' : 'closed';
    entry.isClosed = true;
    return verdict;
  }

  /** The networks that were seen last stand last. */
  #entry(network: string, nowMs: number): Entry {
    const known = this.#entries.get(network);
    const entry = known ?? { bucket: new TokenBucket(this.#rate, nowMs), isClosed: false };
    this.#entries.delete(network);
    this.#entries.set(network, entry);
    if (this.#entries.size > MAX_NETWORKS) this.#forgetOldest();
    return entry;
  }

  /** The one that was quiet for longest; its bucket is as good as new soon. */
  #forgetOldest(): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
