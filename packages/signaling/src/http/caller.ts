/** @module The caller of a request, and whether it has the role that the route requires. */
import type { FastifyRequest } from 'fastify';
import { identify, isAllowed, type Identity } from '../operators/identity.ts';
import type { ApiKeys, OperatorSessions, Role } from '../ports/operators.ts';
import { accessOf } from './access-table.ts';
import { ApiError } from './api-error.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** The stores that identify callers. */
export interface CallerStores {
  readonly apiKeys: ApiKeys;
  readonly operatorSessions: OperatorSessions;
}

/** Identifies the caller. */
export async function callerOf(
  { headers, cookies }: FastifyRequest,
  stores: CallerStores,
): Promise<Identity> {
  return await identify({ authorization: headers.authorization, session: cookies[SESSION_COOKIE] }, stores);
}

/** The role that the guard requires, if any. */
export function roleOf(request: FastifyRequest): Role | undefined {
  if (request.is404) return undefined;
  const access = accessOf(request.method, request.routeOptions.url ?? '');
  if (access === undefined) throw ApiError.forbidden('the route has no entry in the access table');
  return access.role === 'public' || access.role === 'own' ? undefined : access.role;
}

/** The refusal of a caller without the role. */
export function missingRole(identity: Identity, role: Role): ApiError | undefined {
  if (identity.kind === 'anonymous') return ApiError.unauthenticated();
  return isAllowed(identity.role, role) ? undefined : ApiError.forbidden(`requires the role ${role}`);
}

/**
 * The refusal of a caller whose key, session or role has ended since the request was admitted: its body arrives
 * as slowly as its sender likes, and passwords take seconds to hash.
 */
export async function endedAccess(
  request: FastifyRequest,
  stores: CallerStores,
): Promise<ApiError | undefined> {
  const role = roleOf(request);
  return role && missingRole(await callerOf(request, stores), role);
}
