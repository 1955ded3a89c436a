/**
 * @module CORS for the API: listed origins may call it with a key, never with a cookie. They may also read
 * that this service has no device origins; if it has them, that response is made elsewhere.
 */
import type { FastifyInstance } from 'fastify';
import { DEVICE_ORIGIN_PATH } from '../request/device-origin-path.ts';
import { isOwnOrigin } from '../request/own-origin.ts';
import { ApiError } from './api-error.ts';
import { API_PREFIX } from './api.ts';

/** Time for which browsers may cache a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

const READ_FROM_ELSEWHERE = [API_PREFIX, DEVICE_ORIGIN_PATH];

const METHODS = 'GET, POST, PUT, PATCH, DELETE';

/** Options of {@link allowOrigins}. */
export interface CorsOptions {
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string | undefined;
}

/**
 * Answers preflights of listed origins and lets them read responses. Never sends
 * `access-control-allow-credentials`.
 */
export function allowOrigins(app: FastifyInstance, { allowedOrigins, publicUrl }: CorsOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!READ_FROM_ELSEWHERE.some((prefix) => request.url.startsWith(prefix))) return;
    const { origin } = request.headers;
    void reply.header('vary', 'origin');
    const isListed = origin !== undefined && allowedOrigins.includes(origin);
    if (isListed) {
      void reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'x-request-id, retry-after',
      });
    }
    if (request.method !== 'OPTIONS') return;
    if (origin !== undefined && !isListed && !isOwnOrigin(origin, request.headers, publicUrl)) {
      throw ApiError.origin('the origin is not allowed: add it with --allow-origin');
    }
    if (isListed) {
      void reply.headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      });
    }
    await reply.code(204).header('allow', `${METHODS}, OPTIONS`).send();
  });
}
