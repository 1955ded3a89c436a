/** @module What every answer has in common, whoever makes it: headers, the id of its request, the shape of a refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { errorFields } from '../log/log.ts';
import type { HttpMetrics } from '../ports/http-metrics.ts';
import { rawAnswer } from '../request/raw-answer.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '../request/request-id.ts';
import { securityHeaders } from '../request/security-headers.ts';
import { ApiError, toApiError } from './api-error.ts';

/** What answers have to know. */
export interface AnswerOptions {
  readonly metrics: HttpMetrics;
  readonly answerElsewhere?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly frameSource?: () => string | undefined;
}

/** Paths that are answered while the service stops: whoever asks wants to know just that. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const JSON_TYPE = 'application/json; charset=utf-8';

/** How requests are counted that no route took. */
const UNMATCHED = 'unmatched';

/** Faults below HTTP, by the code that Node gives them. */
const CLIENT_FAULTS: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'request expected in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'headers expected smaller' },
};

/** Adds what comes before and after every route. */
export function answerEverything(app: FastifyInstance, options: AnswerOptions): void {
  const elsewhere = new WeakSet<FastifyRequest>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // Before all else: on a device's own host nothing of the service is there.
  app.addHook('onRequest', async (request, reply) => {
    if (options.answerElsewhere?.(request.raw, reply.raw) !== true) return;
    elsewhere.add(request);
    reply.hijack();
  });
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply, options);
    if (request.raw.httpVersion !== '1.0' && request.headers.host === undefined) {
      throw ApiError.badRequest('request expected a host');
    }
    if (isClosing && !HEALTH_PATHS.has(request.url)) throw ApiError.unavailable('the service stops');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (elsewhere.has(request)) return;
    const route = request.is404 ? UNMATCHED : (request.routeOptions.url ?? UNMATCHED);
    options.metrics.countRequest({ method: request.method, route, status: reply.statusCode });
  });
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const id = requestIdOf(request, false);
    const headers = { ...securityHeaders(undefined), ...answerHeaders(id), 'content-type': JSON_TYPE };
    const ending = request.httpVersionMajor < 2 ? { connection: 'close' } : {};
    response.writeHead(417, { ...headers, ...ending });
    response.end(problem(ApiError.badRequest('expect header expected 100-continue', 417), id));
  });
}

/** The answers to what never becomes a request. */
export function answerHandlers(
  options: AnswerOptions,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      if (options.answerElsewhere?.(request.raw, reply.raw) === true) {
        reply.hijack();
        return;
      }
      secure(request, reply, options);
      refuse(error, request, reply);
      const count = { method: request.method, route: UNMATCHED, status: reply.statusCode };
      options.metrics.countRequest(count);
    },
    clientErrorHandler: (error, socket) => answerClientFault(error.code, socket),
  };
}

function secure({ id }: FastifyRequest, reply: FastifyReply, { frameSource }: AnswerOptions): void {
  void reply.headers({ ...securityHeaders(frameSource?.()), ...answerHeaders(id) });
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

/** Whoever goes in the middle of a body is no fault of the service: its log would be a stranger's to fill. */
function errorOf(thrown: unknown, { raw }: FastifyRequest): ApiError {
  const error = toApiError(thrown);
  const isCutShort = raw.readableAborted && !raw.complete;
  return error.code === 'ERR_INTERNAL' && isCutShort
    ? ApiError.badRequest('body expected to come as a whole')
    : error;
}

function problem({ code, message }: ApiError, requestId: string): string {
  return JSON.stringify({ error: { code, message }, requestId });
}

function answerClientFault(code: string | undefined, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const fault = CLIENT_FAULTS[code ?? ''] ?? { status: 400, message: 'request expected to be HTTP' };
  const id = requestIdOf({ headers: {} }, false);
  socket.end(rawAnswer(fault.status, id, problem(ApiError.badRequest(fault.message, fault.status), id)), () =>
    socket.destroy(),
  );
}
