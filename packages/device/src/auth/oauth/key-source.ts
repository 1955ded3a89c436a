/** @module The keys of an issuer as they are known now. */
import { EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';

/** Finds the key that a token names. @throws an error when there is none. */
export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** What {@link rotatingKeys} needs. */
export interface RotatingKeysOptions {
  readonly fetchKeys: () => Promise<JSONWebKeySet>;
  /** Milliseconds that never go backwards. */
  readonly nowMs: () => number;
  readonly logger?: Logger;
  readonly maxAgeMs?: number;
  readonly coolDownMs?: number;
}

/** Reason: a key that its issuer has withdrawn is good here for no longer. */
const MAX_AGE_MS = 10 * 60_000;

/** Shortest time between two looks at the URL. Reason: any stranger can name a key that is not known. */
const COOL_DOWN_MS = 10_000;

function requireKid({ kid }: JWTHeaderParameters): void {
  if (typeof kid !== 'string' || kid === '') throw new EdgeError('ERR_JWT', 'jwt expected to name its key');
}

/** Keys that stay as they are. */
export function fixedKeys(keys: JSONWebKeySet): FindKey {
  const find = createLocalJWKSet(keys);
  return (header, token) => {
    requireKid(header);
    return find(header, token);
  };
}

interface Kept {
  readonly find: FindKey;
  readonly fetchedAtMs: number;
}

/**
 * Keys that are looked at again when they are old, or when a token names one that is not among them: once for all who ask at the same
 * time, and not again for a while. Those that are kept go on being used while no others are to be had.
 */
export function rotatingKeys(options: RotatingKeysOptions): FindKey {
  const { fetchKeys, nowMs, logger = silentLogger } = options;
  const { maxAgeMs = MAX_AGE_MS, coolDownMs = COOL_DOWN_MS } = options;
  let kept: Kept | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let look: Promise<void> | undefined;

  const fetchOnce = async (): Promise<void> => {
    try {
      kept = { find: fixedKeys(await fetchKeys()), fetchedAtMs: nowMs() };
    } catch (error) {
      logger.warn('auth.keys-unreachable', { error, isKept: kept !== undefined });
    } finally {
      lookedAtMs = nowMs();
      look = undefined;
    }
  };
  const refresh = async (): Promise<void> => {
    if (look === undefined && nowMs() - lookedAtMs < coolDownMs) return;
    look ??= fetchOnce();
    await look;
  };
  const keptKeys = (): Kept => {
    if (kept === undefined) throw new EdgeError('ERR_JWKS', 'JWKS expected to be known, got none yet');
    return kept;
  };

  return async (header, token) => {
    requireKid(header);
    if (kept === undefined || nowMs() - kept.fetchedAtMs >= maxAgeMs) await refresh();
    const known = keptKeys();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      if (keptKeys() === known) throw error;
      return await keptKeys().find(header, token);
    }
  };
}
