/** @module Credentials that a TURN server checks without asking anybody (draft-uberti-behave-turn-rest-00, coturn's `use-auth-secret`). */
import { createHmac } from 'node:crypto';

/** What a TURN client shows. */
export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/** What credentials are made of. */
export interface TurnGrant {
  readonly secret: string;
  /** Who they are for. The server keeps its quotas by it, writes it into its log, and clients send it in the clear. */
  readonly id: string;
  /** Until when an allocation may be made with them, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Makes credentials: the name says until when, and the server, which has the secret as well, can tell who made it. */
export function turnCredentials({ secret, id, expiresAt }: TurnGrant): TurnCredentials {
  const username = `${Math.floor(expiresAt / 1000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
