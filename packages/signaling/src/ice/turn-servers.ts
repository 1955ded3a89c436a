/** @module TURN servers for each end of each session, with credentials of its own for a short time. */
import { EdgeError, type IceServer } from '@longwire/protocol';
import type { IceProvider } from '../ports/ice.ts';
import { turnCredentials } from './turn-credentials.ts';
import { checkTurnUrl } from './turn-urls.ts';

/** A TURN server that shares a secret with the service. */
export interface TurnOptions {
  /** `turn:host:3478?transport=udp`, `…=tcp`, `turns:host:5349`. */
  readonly urls: readonly string[];
  /** The first one signs; the others are there while the server still takes what they signed. */
  readonly secrets: readonly string[];
  /** How long credentials are valid, in milliseconds; default ten minutes. */
  readonly lifetimeMs?: number | undefined;
}

/** What the provider works with. */
export interface TurnProviderOptions extends TurnOptions {
  /** Those that every session is told besides, such as STUN servers. */
  readonly otherServers: readonly IceServer[];
  readonly now: () => number;
}

/** How long credentials are valid, in milliseconds. Reason: an allocation is made within seconds, and one that stands outlives them (docs/platform.md). */
export const TURN_LIFETIME_MS = 600_000;

/** Shortest lifetime, in milliseconds: less than a minute is less than the clocks of two machines may differ. */
const MIN_TURN_LIFETIME_MS = 60_000;

/** Longest lifetime, in milliseconds: whoever reads them somewhere can relay until then. */
const MAX_TURN_LIFETIME_MS = 86_400_000;

/** Shortest secret, in characters: whoever has credentials can try secrets for as long as they like. */
const MIN_TURN_SECRET_CHARACTERS = 32;

/** Gives each end of a session TURN credentials, anew at each call. @throws EdgeError ERR_CONFIG, ERR_ICE_SERVERS */
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
    throw new EdgeError('ERR_CONFIG', 'TURN expected its URLs and its secret together, got one of them');
  }
  if (secrets.some((each) => each.length < MIN_TURN_SECRET_CHARACTERS)) {
    throw new EdgeError(
      'ERR_CONFIG',
      `TURN secret expected at least ${MIN_TURN_SECRET_CHARACTERS} characters, got fewer`,
    );
  }
  return secret;
}

function checkedLifetime(lifetimeMs: number): number {
  if (lifetimeMs >= MIN_TURN_LIFETIME_MS && lifetimeMs <= MAX_TURN_LIFETIME_MS) return lifetimeMs;
  throw new EdgeError('ERR_CONFIG', 'TURN lifetime expected from 1 minute to 1 day');
}
