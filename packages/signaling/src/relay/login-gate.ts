/** @module Limits login attempts per network; each costs a database query and an audit row. */
import { createHash } from 'node:crypto';
import { KeyedBuckets, type BucketRate } from '@longwire/protocol';

/**
 * Whether a login may be attempted; `closed` marks the first refusal, which is recorded, `still-closed` the
 * following ones.
 */
export type GateVerdict = 'open' | 'closed' | 'still-closed';

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
  readonly #networks: KeyedBuckets;
  readonly #credentials = new KeyedBuckets({ rate: CREDENTIAL_RATE, maxKeys: MAX_CREDENTIALS });

  constructor(rate: BucketRate) {
    this.#networks = new KeyedBuckets({ rate, maxKeys: MAX_NETWORKS });
  }

  /** Counts a login. */
  take(network: string, credential: string, nowMs: number): GateVerdict {
    const verdict = this.#networks.take(network, nowMs);
    if (verdict === 'taken') return 'open';
    if (this.#credentials.has(credential) && this.#credentials.take(credential, nowMs) === 'taken')
      return 'open';
    return verdict === 'refused' ? 'closed' : 'still-closed';
  }

  /** Records a successful login of the credential. */
  remember(credential: string, nowMs: number): void {
    this.#credentials.touch(credential, nowMs);
  }
}
