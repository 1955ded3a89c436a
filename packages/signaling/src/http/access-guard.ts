/** @module Lets a request through to its route, or refuses it, before anything of its body is read. */
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { identify, isAllowed, type Identity } from '../operators/identity.ts';
import { SessionKeeper, type SessionLifetime } from '../operators/session-keeper.ts';
import type { ApiKeys, OperatorSessions } from '../ports/operators.ts';
import { isOwnOrigin } from '../request/own-origin.ts';
import { accessOf } from './access-table.ts';
import { ApiError } from './api-error.ts';
import type { AuditTrail } from './audit-trail.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** What the guard needs. */
export interface AccessGuardOptions {
  readonly stores: { readonly apiKeys: ApiKeys; readonly operatorSessions: OperatorSessions };
  readonly trail: AuditTrail;
  readonly publicUrl: string | undefined;
  readonly lifetime: SessionLifetime;
  readonly now: () => number;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Guards every route that is added to `app` from now on; one without an entry in the table does not start. */
export function guardAccess(app: FastifyInstance, options: AccessGuardOptions): void {
  const keeper = new SessionKeeper(options.stores.operatorSessions, options.lifetime, options.now);
  app.addHook('onRoute', requireEntry);
  app.addHook('onRequest', async (request) => {
    const role = request.is404 ? 'public' : roleOf(request);
    if (role === 'public' || role === 'own') return;
    const shown = await identify(credentialsOf(request), options.stores);
    request.identity = shown;
    const fault = faultOf(request, shown, options.publicUrl);
    if (fault !== undefined) throw await refusal(request, fault, options.trail);
    if (shown.kind === 'operator') await keeper.use(shown.session);
    if (shown.kind !== 'anonymous' && isAllowed(shown.role, role)) return;
    const error =
      shown.kind === 'anonymous'
        ? ApiError.unauthenticated()
        : ApiError.forbidden(`expected the role ${role}`);
    throw await refusal(request, error, options.trail);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.is404 && reply.statusCode < 300) await options.trail.recordChange(request);
  });
}

/** Writes the refusal down; many in a row from one network are only told to wait. */
export async function refusal(
  request: FastifyRequest,
  error: ApiError,
  trail: AuditTrail,
): Promise<ApiError> {
  const verdict = await trail.recordRefusal(request, error.message);
  return verdict.kind === 'throttled' ? ApiError.rateLimited(verdict.retryAfterSeconds) : error;
}

/** Whether a page of the service itself asks, as far as the browser says; what is no browser says nothing. */
export function isForeignPage({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers, publicUrl);
}

function requireEntry({ method, url }: RouteOptions): void {
  for (const name of [method].flat()) {
    if (accessOf(name, url) !== undefined) continue;
    throw new EdgeError('ERR_STATE', `route ${name} ${url} expected an entry in http/access-table.ts`);
  }
}

function roleOf(request: FastifyRequest): ReturnType<typeof entryRole> {
  return entryRole(request.method, request.routeOptions.url ?? '');
}

function entryRole(method: string, pattern: string): NonNullable<ReturnType<typeof accessOf>>['role'] {
  const access = accessOf(method, pattern);
  if (access === undefined) throw ApiError.forbidden('route expected an entry in the table');
  return access.role;
}

function credentialsOf(request: FastifyRequest): {
  authorization: string | undefined;
  session: string | undefined;
} {
  return { authorization: request.headers.authorization, session: request.cookies[SESSION_COOKIE] };
}

/**
 * A cookie comes by itself, so with one the page has to be the service's own: for a change the browser has to say so, for a look it
 * must not say otherwise. A key has to be put into the request on purpose, so it is good from anywhere.
 */
function faultOf(
  request: FastifyRequest,
  identity: Identity,
  publicUrl: string | undefined,
): ApiError | undefined {
  if (identity.kind !== 'operator') return undefined;
  if (isForeignPage(request, publicUrl)) return ApiError.origin('expected a page of the service itself');
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isSaid = origin !== undefined || site !== undefined;
  if (SAFE_METHODS.has(request.method) || isSaid) return undefined;
  return ApiError.origin('expected an origin beside the cookie');
}
