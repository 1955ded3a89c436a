/** @module TURN servers with short-lived credentials for each end of each session. */
import { EdgeError, type IceServer } from '@longwire/protocol';
import type { IceProvider } from '../ports/ice.ts';
import { turnCredentials } from './turn-credentials.ts';
import { checkTurnUrl } from './turn-urls.ts';

/** A TURN server that shares a secret with the service. */
export interface TurnOptions {
  /** `turn:host:3478?transport=udp`, `…=tcp`, `turns:host:5349`. */
  readonly urls: readonly string[];
  /** The first one signs; the others stay listed while the server still accepts them. */
  readonly secrets: readonly string[];
  /** Validity of credentials, in milliseconds; default ten minutes. */
  readonly lifetimeMs?: number | undefined;
}

/** Options of {@link turnServers}. */
export interface TurnProviderOptions extends TurnOptions {
  /** Servers that every session gets in addition, such as STUN servers. */
  readonly otherServers: readonly IceServer[];
  readonly now: () => number;
}

/**
 * Validity of credentials, in milliseconds. Reason: an allocation is created within seconds, and an existing
 * one outlives them (docs/platform.md).
 */
export const TURN_LIFETIME_MS = 600_000;

/** Shortest validity, in milliseconds: the clocks of two machines may differ by almost a minute. */
const MIN_TURN_LIFETIME_MS = 60_000;

/** Longest validity, in milliseconds: leaked credentials work until then. */
const MAX_TURN_LIFETIME_MS = 86_400_000;

/** Shortest secret, in characters: anyone with credentials can try secrets offline. */
const MIN_TURN_SECRET_CHARACTERS = 32;

/** Creates new TURN credentials for each end of a session. @throws EdgeError ERR_CONFIG, ERR_ICE_SERVERS */
export function turnServers(options: TurnProviderOptions): IceProvider {
  const { urls, otherServers, now } = options;
  const secret = signingSecret(options);
  const lifetimeMs = checkedLifetime(options.lifetimeMs ?? TURN_LIFETIME_MS);
  for (const url of urls) checkTurnUrl(url);
  return {
    serversFor: async ({ session, peer }) => {
      const grant = { secret, id: `${session}-${peer}`, expiresAt: now() + lifetimeMs };
      const others = otherServers.map((server) => ({ ...server, urls: [...server.urls] }));
      return [...others, { urls: [...urls], ...turnCredentials(grant) }];
    },
  };
}

function signingSecret({ urls, secrets }: TurnOptions): string {
  const [secret] = secrets;
  if (secret === undefined || urls.length === 0) {
    throw new EdgeError('ERR_CONFIG', 'TURN needs both URLs and a secret');
  }
  if (secrets.some((each) => each.length < MIN_TURN_SECRET_CHARACTERS)) {
    throw new EdgeError(
      'ERR_CONFIG',
      `TURN secret is too short: want at least ${MIN_TURN_SECRET_CHARACTERS} characters`,
    );
  }
  return secret;
}

function checkedLifetime(lifetimeMs: number): number {
  if (lifetimeMs >= MIN_TURN_LIFETIME_MS && lifetimeMs <= MAX_TURN_LIFETIME_MS) return lifetimeMs;
  throw new EdgeError('ERR_CONFIG', 'TURN lifetime must be between 1 minute and 1 day');
}
