/** @module Liveness, readiness and metrics. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseMetricsToken } from '../../config/metrics-token.ts';
import type { HttpMetrics } from '../../ports/http-metrics.ts';
import { isLocalHost } from '../../request/own-origin.ts';
import { refusal } from '../access-guard.ts';
import { ApiError } from '../api-error.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { Readiness } from '../readiness.ts';

/** Access to `/metrics`: with a token for its holders; without one for this machine, or for all if public. */
export interface MetricsAccess {
  readonly token?: string | undefined;
  readonly isPublic?: boolean | undefined;
}

/** Options of {@link healthRoutes}. */
export interface HealthRouteOptions {
  readonly readiness: Readiness;
  readonly metrics: HttpMetrics;
  readonly metricsAccess: MetricsAccess;
  readonly trail: AuditTrail;
  readonly isDraining: () => boolean;
}

/**
 * Time limit of a request, in milliseconds: longer than that of a dependency, whose timeout is the result.
 */
const HEALTH_TIMEOUT_MS = 5_000;

/** A loopback address. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/i;

/** Headers that a proxy adds: with one of them, the socket's address is not the client's. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Adds the routes. @throws EdgeError ERR_CONFIG */
export function healthRoutes(app: FastifyInstance, options: HealthRouteOptions): void {
  const { readiness, metrics, metricsAccess, trail, isDraining } = options;
  if (metricsAccess.token !== undefined) parseMetricsToken(metricsAccess.token);

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', { handlerTimeout: HEALTH_TIMEOUT_MS }, async (_request, reply) => {
    const answered = await readiness.parts();
    const parts = Object.entries(answered).map(([name, isGood]) => [name, isGood ? 'ok' : 'failed'] as const);
    const service = isDraining() ? 'stopping' : 'ok';
    const isReady = service === 'ok' && Object.values(answered).every(Boolean);
    if (!isReady) void reply.code(503).header('retry-after', '5');
    return { status: isReady ? 'ready' : 'unready', parts: { service, ...Object.fromEntries(parts) } };
  });

  // The console's pages need no dependency, and the API says itself what is away.
  app.get('/readyz/pages', async (_request, reply) => {
    const isReady = !isDraining();
    if (!isReady) void reply.code(503).header('retry-after', '5');
    return { status: isReady ? 'ready' : 'unready', parts: { service: isReady ? 'ok' : 'stopping' } };
  });

  app.get('/metrics', { handlerTimeout: HEALTH_TIMEOUT_MS }, async (request, reply) => {
    const fault = faultOf(request, metricsAccess);
    if (fault !== undefined) throw await refusal(request, fault, trail);
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}

function faultOf(request: FastifyRequest, { token, isPublic }: MetricsAccess): ApiError | undefined {
  if (token !== undefined) return isBearer(request, token) ? undefined : ApiError.unauthenticated();
  if (isPublic === true || isFromHere(request)) return undefined;
  return ApiError.forbidden(
    'metrics are only served to this machine: configure a token to read them from elsewhere',
  );
}

function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(?<value>\S+)$/i.exec(headers.authorization ?? '')?.groups?.['value'] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Checks the Host header too: a page whose name resolves to this machine (DNS rebinding) connects from here,
 * but under its own name.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
  return !isForwarded && LOOPBACK.test(raw.socket.remoteAddress ?? '') && isLocalHost(headers);
}
