/** @module Who asks. */
import type { ApiKeys, OperatorSessions, Role } from '../ports/operators.ts';

/** Nobody, a person with a session in a browser, or a program with a key. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'operator'; readonly name: string; readonly role: Role; readonly session: string }
  | { readonly kind: 'apiKey'; readonly name: string; readonly role: Role };

/** What a request shows of itself. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly session: string | undefined;
}

/** Nobody. */
export const ANONYMOUS: Identity = { kind: 'anonymous' };

/** Longer is none of ours. Reason: what is looked up is hashed first. */
const MAX_CREDENTIAL_LENGTH = 256;

const BEARER = /^Bearer +(?<value>lwk_[A-Za-z0-9_-]+)$/i;

const STRENGTH: Readonly<Record<Role, number>> = { viewer: 1, manager: 2, admin: 3 };

/** Finds out who shows these; a key goes before a session, and a key that is not good is nobody, whatever else is shown. */
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

/** Whether a role may do what needs `least`. */
export function isAllowed(role: Role, least: Role): boolean {
  return STRENGTH[role] >= STRENGTH[least];
}

/** How the audit record and the log call somebody. */
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
