/** @module Routes of a device: from a request to an answer, whatever a handler does. */
import {
  EdgeError,
  silentLogger,
  type CoapRequest,
  type Logger,
  type Method,
  type User,
} from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { errorResponse, textResponse, toCoapResponse, type CoapResponse } from './coap-response.ts';
import { DeviceRequest } from './device-request.ts';
import { HandlerError } from './handler-error.ts';
import { matchSegments, parsePattern, splitPath } from './route.ts';
import type { Handler, Route, RouteMatch, RouteOptions } from './route.ts';

/** Where a request came from. */
export interface RequestContext {
  readonly session: SessionIdentity;
}

/** Who a connection is and what it may do; `Iam` is one. */
export interface RouteGuard {
  userOf(session: SessionIdentity): User | undefined;
  isAllowed(session: SessionIdentity, action: string): boolean;
}

/** What a {@link Router} needs. */
export interface RouterOptions {
  readonly guard: RouteGuard;
  readonly logger?: Logger;
  /** How long a handler may take before the request is answered with 504, in milliseconds. */
  readonly handlerTimeoutMs?: number;
}

/** The action a route needs unless it names another. */
const DEFAULT_ROUTE_ACTION = 'Device:Invoke';

/** Reason: a client gives up after 10 s unless told otherwise; three times that leaves room for one that was told. */
const DEFAULT_HANDLER_TIMEOUT_MS = 30_000;

/** Maps requests to handlers. */
export class Router {
  readonly #routes: Route[] = [];
  readonly #guard: RouteGuard;
  readonly #logger: Logger;
  readonly #handlerTimeoutMs: number;

  constructor({
    guard,
    logger = silentLogger,
    handlerTimeoutMs = DEFAULT_HANDLER_TIMEOUT_MS,
  }: RouterOptions) {
    this.#guard = guard;
    this.#logger = logger;
    this.#handlerTimeoutMs = handlerTimeoutMs;
  }

  /** Registers a handler for GET. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  get(pattern: string, handler: Handler, options?: RouteOptions): void {
    this.add('GET', pattern, handler, options);
  }

  /** Registers a handler for POST. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  post(pattern: string, handler: Handler, options?: RouteOptions): void {
    this.add('POST', pattern, handler, options);
  }

  /** Registers a handler for PUT. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  put(pattern: string, handler: Handler, options?: RouteOptions): void {
    this.add('PUT', pattern, handler, options);
  }

  /** Registers a handler for DELETE. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  delete(pattern: string, handler: Handler, options?: RouteOptions): void {
    this.add('DELETE', pattern, handler, options);
  }

  /** Registers a handler for any method. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  add(
    method: Method,
    pattern: string,
    handler: Handler,
    { action = DEFAULT_ROUTE_ACTION }: RouteOptions = {},
  ): void {
    const segments = parsePattern(pattern);
    const shape = shapeOf(segments);
    if (this.#routes.some((route) => route.method === method && shapeOf(route.segments) === shape))
      throw new EdgeError('ERR_ROUTE', `route expected to be new, got ${method} ${pattern} a second time`);
    this.#routes.push({ method, segments, handler, action });
  }

  /** Answers a request; never rejects. */
  async handle(request: CoapRequest, { session }: RequestContext): Promise<CoapResponse> {
    try {
      const { route, params } = this.#find(request);
      if (route.action !== null && !this.#guard.isAllowed(session, route.action))
        throw HandlerError.accessDenied();
      return await this.#run(route, params, request, session);
    } catch (error) {
      if (error instanceof HandlerError) return errorResponse(error);
      this.#logger.error('coap.handler-failed', { method: request.method, error });
      return textResponse(500, 'Internal error');
    }
  }

  /** The matching route with the fewest `:names`. @throws HandlerError 404 where there is none. */
  #find({ method, path }: CoapRequest): RouteMatch {
    const segments = splitPath(path);
    let best: RouteMatch | undefined;
    for (const route of segments === undefined ? [] : this.#routes) {
      const params = route.method === method ? matchSegments(route.segments, segments ?? []) : undefined;
      if (params === undefined) continue;
      if (best === undefined || Object.keys(params).length < Object.keys(best.params).length)
        best = { route, params };
    }
    if (best === undefined) throw HandlerError.resourceNotFound();
    return best;
  }

  async #run(
    route: Route,
    params: Readonly<Record<string, string>>,
    request: CoapRequest,
    session: SessionIdentity,
  ): Promise<CoapResponse> {
    const abort = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new HandlerError(504, 'Handler timed out'));
      abort.abort();
    }, this.#handlerTimeoutMs);
    try {
      const user = this.#guard.userOf(session);
      const handled = Promise.resolve(
        route.handler(new DeviceRequest({ request, params, session, user, signal: abort.signal })),
      );
      return toCoapResponse(route.method, await Promise.race([handled, late.promise]));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Two patterns that match the same paths have the same shape. */
function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (segment.startsWith(':') ? ':' : segment)).join('/');
}
