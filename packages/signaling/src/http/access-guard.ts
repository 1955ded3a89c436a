/** @module Authorizes a request before any of its body is read, and changes again after it. */
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Identity } from '../operators/identity.ts';
import { OperatorSessionExtender, type SessionLifetime } from '../operators/operator-session-extender.ts';
import { isOwnOrigin } from '../request/own-origin.ts';
import { accessOf } from './access-table.ts';
import { ApiError } from './api-error.ts';
import type { AuditTrail } from './audit-trail.ts';
import { callerOf, endedAccess, missingRole, roleOf, type CallerStores } from './caller.ts';

/** Options of {@link guardAccess}. */
export interface AccessGuardOptions {
  readonly stores: CallerStores;
  readonly trail: AuditTrail;
  readonly publicUrl: string | undefined;
  readonly lifetime: SessionLifetime;
  readonly now: () => number;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Guards every route that is added to `app` afterwards; a route without an entry in the table fails to
 * register.
 */
export function guardAccess(app: FastifyInstance, options: AccessGuardOptions): void {
  const extender = new OperatorSessionExtender(
    options.stores.operatorSessions,
    options.lifetime,
    options.now,
  );
  app.addHook('onRoute', requireEntry);
  app.addHook('onRequest', async (request) => {
    const role = roleOf(request);
    if (role === undefined) return;
    const shown = await callerOf(request, options.stores);
    request.identity = shown;
    const fault = faultOf(request, shown, options.publicUrl);
    if (fault !== undefined) throw await refusal(request, fault, options.trail);
    if (shown.kind === 'operator') await extender.use(shown.session);
    const missing = missingRole(shown, role);
    if (missing !== undefined) throw await refusal(request, missing, options.trail);
  });
  app.addHook('preHandler', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const ended = await endedAccess(request, options.stores);
    if (ended !== undefined) throw await refusal(request, ended, options.trail);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.is404 && reply.statusCode < 300) await options.trail.recordDone(request);
  });
}

/** Records the refusal; after many from one network it becomes a 429. */
export async function refusal(
  request: FastifyRequest,
  error: ApiError,
  trail: AuditTrail,
): Promise<ApiError> {
  const retryAfterSeconds = await trail.recordRefusal(request, error.message);
  return retryAfterSeconds === undefined ? error : ApiError.rateLimited(retryAfterSeconds);
}

/**
 * Whether a request comes from a page of another origin, according to the browser; other clients send no such
 * headers.
 */
export function isForeignPage({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers, publicUrl);
}

function requireEntry({ method, url }: RouteOptions): void {
  for (const name of [method].flat()) {
    if (accessOf(name, url) !== undefined) continue;
    throw new EdgeError('ERR_STATE', `route ${name} ${url} has no entry in http/access-table.ts`);
  }
}

/**
 * Browsers attach cookies automatically, so a request with one has to come from the service's own page: for a
 * change the browser has to say so, for a read it must not say the opposite. A key is added deliberately, so
 * it is valid from anywhere.
 */
function faultOf(
  request: FastifyRequest,
  identity: Identity,
  publicUrl: string | undefined,
): ApiError | undefined {
  if (identity.kind !== 'operator') return undefined;
  if (isForeignPage(request, publicUrl))
    return ApiError.origin('the request must come from a page of the service');
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isFromBrowser = origin !== undefined || site !== undefined;
  if (SAFE_METHODS.has(request.method) || isFromBrowser) return undefined;
  return ApiError.origin('a request with a session cookie needs an Origin header');
}
