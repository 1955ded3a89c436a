/** @module The HTTP side of the service: health, and the console's files. */
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Limits } from '../config/limits.ts';
import { loggedPath, REDACTED_PATHS } from '../log/redaction.ts';
import { registerConsole } from './console-files.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Where log lines go, and from which level. */
export interface LogOutput {
  readonly level: string;
  readonly stream: { write(line: string): void };
}

/** What the HTTP side needs. */
export interface HttpOptions {
  /** The console's built files. */
  readonly console: string | undefined;
  readonly log: LogOutput | undefined;
  readonly limits: Pick<Limits, 'headersTimeoutMs' | 'requestTimeoutMs'>;
}

/** Time between two looks for requests that are too slow, in milliseconds; shorter where their limit is. */
const TIMEOUT_CHECK_MS = 2_000;

/** No request to the service has a body of note. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** Makes the server, not listening yet. @throws EdgeError ERR_CONFIG for a console directory without index.html. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { headersTimeoutMs, requestTimeoutMs } = options.limits;
  const app = fastify({
    logger: loggerOptions(options.log),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headersTimeoutMs),
    },
    frameworkErrors: (error, _request, reply) => {
      void secure(reply)
        .code(error.statusCode ?? 400)
        .send({ error: 'bad request' });
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    secure(reply);
  });
  app.get('/healthz', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  if (options.console === undefined) {
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  } else {
    await registerConsole(app, options.console);
  }
  return app;
}

function secure(reply: FastifyReply): FastifyReply {
  return reply.headers(SECURITY_HEADERS);
}

function loggerOptions(log: LogOutput | undefined): object | false {
  if (log === undefined) return false;
  return {
    level: log.level,
    stream: log.stream,
    redact: REDACTED_PATHS,
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: loggedPath(request.url),
        address: request.ip,
      }),
    },
  };
}
