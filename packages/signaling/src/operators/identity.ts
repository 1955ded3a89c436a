/** @module Identifies the caller of a request. */
import type { ApiKeys, OperatorSessions, Role } from '../ports/operators.ts';

/** An anonymous caller, an operator with a session, or a program with a key. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'operator'; readonly name: string; readonly role: Role; readonly session: string }
  | { readonly kind: 'apiKey'; readonly name: string; readonly role: Role };

/** The credentials of a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly session: string | undefined;
}

/** An unauthenticated caller. */
export const ANONYMOUS: Identity = { kind: 'anonymous' };

/** Longer credentials are rejected. Reason: they are hashed before the lookup. */
const MAX_CREDENTIAL_LENGTH = 256;

const BEARER = /^Bearer +(?<value>lwk_[A-Za-z0-9_-]+)$/i;

const STRENGTH: Readonly<Record<Role, number>> = { viewer: 1, manager: 2, admin: 3 };

/**
 * Identifies the caller; a key takes precedence over a session, and an invalid key makes the caller
 * anonymous, whatever else the request carries.
 */
export async function identify(
  { authorization, session }: Credentials,
  stores: { readonly apiKeys: ApiKeys; readonly operatorSessions: OperatorSessions },
): Promise<Identity> {
  if (authorization !== undefined) return identifyKey(authorization, stores.apiKeys);
  if (session === undefined || session.length > MAX_CREDENTIAL_LENGTH) return ANONYMOUS;
  const operator = await stores.operatorSessions.find(session);
  if (operator === undefined) return ANONYMOUS;
  return { kind: 'operator', name: operator.name, role: operator.role, session };
}

/** Whether `role` includes the permissions of `least`. */
export function isAllowed(role: Role, least: Role): boolean {
  return STRENGTH[role] >= STRENGTH[least];
}

/** The caller's name in the audit record and the log. */
export function actorOf(identity: Identity): string {
  if (identity.kind === 'anonymous') return 'anonymous';
  return identity.kind === 'operator' ? `operator:${identity.name}` : `key:${identity.name}`;
}

async function identifyKey(authorization: string, apiKeys: ApiKeys): Promise<Identity> {
  if (authorization.length > MAX_CREDENTIAL_LENGTH) return ANONYMOUS;
  const value = BEARER.exec(authorization)?.groups?.['value'];
  const key = value === undefined ? undefined : await apiKeys.find(value);
  return key === undefined ? ANONYMOUS : { kind: 'apiKey', name: key.name, role: key.role };
}
