/** @module Time-limited TURN credentials (draft-uberti-behave-turn-rest-00, coturn's `use-auth-secret`). */
import { createHmac } from 'node:crypto';

/** Credentials of a TURN client. */
export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/** What credentials are derived from. */
export interface TurnGrant {
  readonly secret: string;
  /** Identifies the holder. The server bases quotas on it and logs it, and clients send it in the clear. */
  readonly id: string;
  /** Time until which allocations can be created, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Derives credentials: the username holds the expiry, and the server verifies the HMAC with the shared
 * secret.
 */
export function turnCredentials({ secret, id, expiresAt }: TurnGrant): TurnCredentials {
  const username = `${Math.floor(expiresAt / 1000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
