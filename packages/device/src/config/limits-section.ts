/** @module `[limits]`, `[logins]` and `[pairing]`: what strangers and guests may use up. */
import { given, type BucketRate } from '@longwire/protocol';
import { completeSessionLimits, type SessionLimits } from '../agent/session-limits.ts';
import { DEFAULT_LOGIN_RATES, type LoginRates } from '../auth/login-limits.ts';
import { parseTimeLimit } from './time-limit.ts';
import type { TableReader } from './table-reader.ts';

/** Upper bound of the number of sessions. Reason: each needs sockets and buffers; bench/ measures what a board can serve. */
export const MAX_SESSIONS = 256;

/** Bounds of a rate. Reason: a lower one locks the owner out, and a far higher one is no limit. */
const CAPACITY = { min: 1, max: 10_000 };
const REFILL = { min: 0.001, max: 10_000 };

const RATE_KEYS = {
  connection: 'connection',
  token: 'token',
  tokenUsername: 'token_username',
  username: 'username',
  device: 'device',
  rounds: 'rounds',
  tokenRounds: 'token_rounds',
  deviceRounds: 'device_rounds',
} as const;

/** How long pairing and invites stay open; unset values are the device's defaults. */
export interface PairingConfig {
  /** How long open pairing stays on once it is switched on, in milliseconds. */
  readonly openForMs?: number;
  /** How long an unused password of an invite is valid, in milliseconds; 0: for ever. */
  readonly inviteForMs?: number;
}

/** Reads `[limits]`. @throws EdgeError ERR_CONFIG */
export function parseLimits(table: TableReader | undefined): SessionLimits {
  if (table === undefined) return completeSessionLimits({});
  const range = { min: 1, max: MAX_SESSIONS };
  const maxSessions = table.wholeNumber('sessions', range);
  const maxSessionsPerToken = table.wholeNumber('sessions_per_token', range);
  const maxSessionsPerUser = table.wholeNumber('sessions_per_user', range);
  const reservedForLogin = table.wholeNumber('reserved_for_login', { min: 0, max: MAX_SESSIONS });
  table.end();
  const limits = completeSessionLimits(
    given({ maxSessions, maxSessionsPerToken, maxSessionsPerUser, reservedForLogin }),
  );
  if (limits.reservedForLogin >= limits.maxSessions)
    throw table.error('reserved_for_login', `must be less than the ${limits.maxSessions} sessions in total`);
  return limits;
}

/** Reads `[logins]`, each key `{ tries, per_second }`. @throws EdgeError ERR_CONFIG */
export function parseLogins(table: TableReader | undefined): LoginRates {
  if (table === undefined) return DEFAULT_LOGIN_RATES;
  const rate = (name: keyof LoginRates): BucketRate =>
    parseRate(table.table(RATE_KEYS[name]), DEFAULT_LOGIN_RATES[name]);
  const rates: LoginRates = {
    connection: rate('connection'),
    token: rate('token'),
    tokenUsername: rate('tokenUsername'),
    username: rate('username'),
    device: rate('device'),
    rounds: rate('rounds'),
    tokenRounds: rate('tokenRounds'),
    deviceRounds: rate('deviceRounds'),
  };
  table.end();
  return rates;
}

function parseRate(table: TableReader | undefined, usual: BucketRate): BucketRate {
  if (table === undefined) return usual;
  const capacity = table.wholeNumber('tries', CAPACITY) ?? usual.capacity;
  const refillPerSecond = table.number('per_second', REFILL) ?? usual.refillPerSecond;
  table.end();
  return { capacity, refillPerSecond };
}

/** Reads `[pairing]`. @throws EdgeError ERR_CONFIG */
export function parsePairing(table: TableReader | undefined): PairingConfig {
  if (table === undefined) return {};
  const openForMs = table.parsed('open_for', parseTimeLimit);
  if (openForMs === 0)
    throw table.error('open_for', 'must be longer than 0: permanently open pairing lets anyone in');
  const inviteForMs = table.parsed('invite_for', parseTimeLimit);
  table.end();
  return given({ openForMs, inviteForMs });
}
