/** @module What all responses share: headers, request id, and the shape of errors. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { errorFields } from '../log/log.ts';
import type { HttpMetrics } from '../ports/http-metrics.ts';
import { endWithResponse, rawResponse } from '../request/raw-response.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '../request/request-id.ts';
import { securityHeaders } from '../request/security-headers.ts';
import { ApiError, toApiError } from './api-error.ts';

/** Options of {@link addCommonHandlers}. */
export interface AnswerOptions {
  readonly metrics: HttpMetrics;
  readonly handleOtherHost?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly frameSource?: () => string | undefined;
  /** Whether the service's certificate is of its own authority. */
  readonly isLocal?: boolean;
}

/** Paths that are served while the service stops: health checks ask exactly that. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/pages']);

const JSON_TYPE = 'application/json; charset=utf-8';

/** Route label for requests that match no route. */
const UNMATCHED = 'unmatched';

/** Errors below HTTP, by Node's code. */
const CLIENT_FAULTS: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'request timed out' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'request headers are too large' },
};

/** Adds the hooks that run before and after every route. */
export function addCommonHandlers(app: FastifyInstance, options: AnswerOptions): void {
  const elsewhere = new WeakSet<FastifyRequest>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // First of all: a device's host has no routes of the service.
  app.addHook('onRequest', async (request, reply) => {
    if (options.handleOtherHost?.(request.raw, reply.raw) !== true) return;
    elsewhere.add(request);
    reply.hijack();
  });
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply, options);
    if (request.raw.httpVersion !== '1.0' && request.headers.host === undefined) {
      throw ApiError.badRequest('request needs a Host header');
    }
    if (isClosing && !HEALTH_PATHS.has(request.url)) throw ApiError.unavailable('the service is stopping');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (elsewhere.has(request)) return;
    const route = request.is404 ? UNMATCHED : (request.routeOptions.url ?? UNMATCHED);
    options.metrics.countRequest({ method: request.method, route, status: reply.statusCode });
  });
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const id = requestIdOf(request, false);
    const headers = {
      ...securityHeaders({ frameSource: undefined, isLocal: options.isLocal === true }),
      ...answerHeaders(id),
      'content-type': JSON_TYPE,
    };
    const ending = request.httpVersionMajor < 2 ? { connection: 'close' } : {};
    response.writeHead(417, { ...headers, ...ending });
    response.end(problem(ApiError.badRequest('Expect header is not supported: want 100-continue', 417), id));
  });
}

/** Handles errors that occur before there is a request. */
export function answerHandlers(
  options: AnswerOptions,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      if (options.handleOtherHost?.(request.raw, reply.raw) === true) {
        reply.hijack();
        return;
      }
      secure(request, reply, options);
      refuse(error, request, reply);
      const count = { method: request.method, route: UNMATCHED, status: reply.statusCode };
      options.metrics.countRequest(count);
    },
    clientErrorHandler: (error, socket) => answerClientFault(error.code, socket, options.isLocal === true),
  };
}

function secure({ id }: FastifyRequest, reply: FastifyReply, options: AnswerOptions): void {
  const { frameSource, isLocal = false } = options;
  void reply.headers({ ...securityHeaders({ frameSource: frameSource?.(), isLocal }), ...answerHeaders(id) });
}

function answerHeaders(id: string): Record<string, string> {
  return { [REQUEST_ID_HEADER]: id, 'cache-control': 'no-store' };
}

function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = errorOf(thrown, request);
  if (error.statusCode >= 500) {
    request.log.error({ ...errorFields(error.cause ?? error), code: error.code }, 'request failed');
  } else {
    request.log.info({ code: error.code, why: error.message }, 'request refused');
  }
  void reply
    .code(error.statusCode)
    .headers(error.headers)
    .header('content-type', JSON_TYPE)
    .serializer((text: string) => text)
    .send(problem(error, request.id));
}

/**
 * A client that disconnects in the middle of a body is not a service error: strangers must not be able to
 * fill the log.
 */
function errorOf(thrown: unknown, { raw }: FastifyRequest): ApiError {
  const error = toApiError(thrown);
  const isCutShort = raw.readableAborted && !raw.complete;
  return error.code === 'ERR_INTERNAL' && isCutShort
    ? ApiError.badRequest('request body ended early')
    : error;
}

function problem({ code, message }: ApiError, requestId: string): string {
  return JSON.stringify({ error: { code, message }, requestId });
}

/**
 * Of a service with its own authority, the pages of devices are on hosts below the console's own, and can set cookies
 * for it until its requests are too large: the browser then clears them. Every cookie of that domain is theirs, but for
 * an operator's session.
 */
const CLEARED_COOKIES: Readonly<Record<string, string>> = { 'clear-site-data': '"cookies"' };

function answerClientFault(code: string | undefined, socket: Socket, isLocal: boolean): void {
  // Answered already; what a client still sends is read, because a reset could overtake the answer.
  if (socket.writableEnded) return;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const fault = CLIENT_FAULTS[code ?? ''] ?? { status: 400, message: 'request is not valid HTTP' };
  const id = requestIdOf({ headers: {} }, false);
  const body = problem(ApiError.badRequest(fault.message, fault.status), id);
  const more = isLocal && fault.status === 431 ? CLEARED_COOKIES : {};
  endWithResponse(socket, rawResponse(fault.status, id, body, more));
}
