/** @module The HTTP side of the service: the API, health, metrics and the console's files. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Limits } from '../config/limits.ts';
import { REDACTED_PATHS, requestFields } from '../log/redaction.ts';
import { DEFAULT_SESSION_LIFETIME, type SessionLifetime } from '../operators/operator-session-extender.ts';
import type { HttpMetrics } from '../ports/http-metrics.ts';
import type { LiveDirectory } from '@longwire/cluster';
import { addressOf } from '../request/address.ts';
import { requestIdOf } from '../request/request-id.ts';
import { guardAccess } from './access-guard.ts';
import { addCommonHandlers, answerHandlers } from './answer.ts';
import { decorateRequests, type Api, type ApiPorts, type ApiRegistry } from './api.ts';
import { AuditTrail } from './audit-trail.ts';
import { parseBodies } from './body-parsers.ts';
import { registerConsole } from './console-files.ts';
import { allowOrigins } from './cors.ts';
import { RoutePaths } from './not-found.ts';
import { describeApi, documentRoute } from './openapi.ts';
import type { Readiness } from './readiness.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { countRoutes } from './routes/count-routes.ts';
import { deviceRoutes } from './routes/device-routes.ts';
import { healthRoutes, type MetricsAccess } from './routes/health-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { liveRoutes } from './routes/live-routes.ts';
import { operatorRoutes } from './routes/operator-routes.ts';
import { productRoutes } from './routes/product-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { transferRoutes } from './routes/transfer-routes.ts';
import { compileValidator } from './validator.ts';

/** Destination and level of log lines. */
export interface LogOutput {
  readonly level: string;
  readonly stream: { write(line: string): void };
}

/** Options of {@link createHttp}. */
export interface HttpOptions {
  readonly registry: ApiRegistry;
  readonly live: LiveDirectory;
  readonly metrics: HttpMetrics;
  readonly readiness: Readiness;
  readonly metricsAccess?: MetricsAccess | undefined;
  readonly sessionLifetime?: SessionLifetime | undefined;
  /** Time limit of a request, except import and export, in milliseconds. */
  readonly answerTimeoutMs?: number;
  /** Whether the service is about to stop: it reports not ready, but still serves requests. */
  readonly isDraining?: () => boolean;
  readonly now?: () => number;
  /** Origins of other pages that may call the API with a key. */
  readonly allowedOrigins?: readonly string[];
  readonly publicUrl?: string | undefined;
  /** Whether connection tokens of twelve characters may be created. */
  readonly allowShortTokens?: boolean | undefined;
  /** Whether a proxy's headers with address, scheme and id are trusted. */
  readonly trustProxy?: boolean;
  /** The console's built files; `false`: none; `undefined`: those of the package. */
  readonly console: string | false | undefined;
  readonly log: LogOutput | undefined;
  /**
   * Answers requests for hosts other than the service's; returns false for the service's own and leaves the
   * request alone.
   */
  readonly handleOtherHost?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** CSP source of pages that the console may frame: the device pages. */
  readonly frameSource?: () => string | undefined;
  /** Whether the service's certificate is of its own authority. */
  readonly isLocal?: boolean;
  readonly limits: Pick<Limits, 'headersTimeoutMs' | 'requestTimeoutMs'>;
  /** Creates a server that terminates TLS itself; without it an HTTP/1.1 server is created. */
  readonly makeServer?: ((handler: RequestHandler, settings: ServerSettings) => Server) | undefined;
}

/** Answers a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Settings of an HTTP/1.1 server, with Node's names. */
export interface ServerSettings {
  readonly requireHostHeader: false;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly requestTimeout: number;
}

/** Interval of checks for slow requests, in milliseconds; shorter if their limit is. */
const TIMEOUT_CHECK_MS = 2_000;

/** Largest body except imports. Reason: the largest request, a device with all fields, stays below 1 KiB. */
const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * Time limit of a request, in milliseconds, except import and export. Reason: a hanging database is as good
 * as none.
 */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Longest path parameter, in characters. Reason: ids have up to 128 characters, each up to twelve when
 * percent-encoded.
 */
const MAX_PARAM_LENGTH = 1_536;

/**
 * Creates the server without listening. @throws EdgeError ERR_CONFIG for a console directory without
 * index.html, or a metrics token that is too short
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { registry, live, metrics, trustProxy = false, publicUrl, now = Date.now } = options;
  const app = makeApp(options, trustProxy);
  const paths = new RoutePaths();
  paths.watch(app);
  addCommonHandlers(app, options);
  decorateRequests(app);
  allowOrigins(app, { allowedOrigins: options.allowedOrigins ?? [], publicUrl });
  await app.register(fastifyCookie);
  parseBodies(app);
  const trail = new AuditTrail({ registry, trustProxy, now });
  const lifetime = options.sessionLifetime ?? DEFAULT_SESSION_LIFETIME;
  guardAccess(app, { stores: registry, trail, publicUrl, lifetime, now });
  await describeApi(app);
  const api: Api = app.setValidatorCompiler(compileValidator).withTypeProvider<TypeBoxTypeProvider>();
  const ports: ApiPorts = {
    registry,
    live,
    change: async (request, act) => await trail.change(request, act),
    importLines: async (request, lines) => await trail.importLines(request, lines),
    allowShortTokens: options.allowShortTokens ?? false,
  };
  documentRoute(api);
  sessionRoutes(api, ports, {
    trail,
    metrics,
    publicEndpoint: { publicUrl, trustProxy, hasTls: options.makeServer !== undefined },
    lifetime,
    now,
  });
  for (const routes of [
    productRoutes,
    deviceRoutes,
    tokenRoutes,
    liveRoutes,
    auditRoutes,
    operatorRoutes,
    keyRoutes,
    transferRoutes,
  ]) {
    routes(api, ports);
  }
  countRoutes(api, { live, metrics, now });
  const metricsAccess = options.metricsAccess ?? {};
  const isDraining = options.isDraining ?? (() => false);
  healthRoutes(app, { readiness: options.readiness, metrics, metricsAccess, trail, isDraining });
  await registerConsole(app, options.console, (request) => paths.refusalOf(request));
  return app;
}

function makeApp({ log, limits, makeServer, ...rest }: HttpOptions, trustProxy: boolean): FastifyInstance {
  const { headersTimeoutMs, requestTimeoutMs } = limits;
  const settings: ServerSettings = {
    requireHostHeader: false,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headersTimeoutMs),
    requestTimeout: requestTimeoutMs,
  };
  return fastify({
    logger: log === undefined ? false : loggerOptions(log, trustProxy),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOf(request, trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    handlerTimeout: rest.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    forceCloseConnections: true,
    // our own handlers respond to both, with the common headers
    return503OnClosing: false,
    http: settings,
    ...(makeServer === undefined
      ? {}
      : { serverFactory: (handler: RequestHandler) => makeServer(handler, settings) }),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    ...answerHandlers(rest),
  });
}

function loggerOptions({ level, stream }: LogOutput, trustProxy: boolean): object {
  return {
    level,
    stream,
    redact: REDACTED_PATHS,
    serializers: {
      req: (request: FastifyRequest) => requestFields(request, addressOf(request.raw, trustProxy)),
    },
  };
}
