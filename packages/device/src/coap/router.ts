/** @module Routes requests to handlers, and always answers. */
import { EdgeError, silentLogger, waitFor, type Logger, type Method, type User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { systemClock } from '../time/system-clock.ts';
import { isThenable, type MaybePromise } from './maybe-sync.ts';
import { errorResponse, type CoapResponse } from './coap-response.ts';
import { DeviceRequest, type AnyParams } from './device-request.ts';
import { HandlerError } from './handler-error.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { ObservableResource } from './observable-resource.ts';
import { checkResourceFacts } from './resource-facts.ts';
import { respond } from './respond.ts';
import { matchSegments, parsePattern, splitPath } from './route.ts';
import type { DescribedRouteOptions, Handler, Route, RouteMatch, RouteOptions } from './route.ts';

/** Where a request came from. */
export interface RequestContext {
  readonly session: SessionIdentity;
  /** Called when a handler exceeds its time limit, with the promise of its end, which may never come: until then it holds its payload. */
  readonly handleOverrun?: (ended: Promise<unknown>) => void;
}

/** Answers requests; a {@link Router} is one. */
export interface RequestHandler {
  /** Answers a request, synchronously if the handler does; never throws and never rejects. */
  handle(request: IncomingRequest, context: RequestContext): MaybePromise<CoapResponse>;
  /** Whether a request would be handled now, and its largest payload: asked before a large one is received. */
  admit(request: IncomingRequest, context: RequestContext): Admission;
  /** The user whose rights a connection has now. */
  userOf(context: RequestContext): User | undefined;
  /** Calls a listener when the answer of a GET has changed; returns a function that stops it, undefined for what cannot be observed. */
  watch(request: IncomingRequest, handleNotify: () => void): (() => void) | undefined;
}

/** Whether a request may reach its handler. */
export type Admission =
  | { readonly isAdmitted: true; readonly maxBodyBytes: number }
  | { readonly isAdmitted: false; readonly response: CoapResponse };

/** The user and the rights of a connection; `Iam` implements it. */
export interface RouteGuard {
  userOf(session: SessionIdentity): User | undefined;
  isAllowed(session: SessionIdentity, action: string): boolean;
}

/** Options of {@link Router}. */
export interface RouterOptions {
  readonly guard: RouteGuard;
  readonly logger?: Logger;
  /** Time limit of a handler, after which the request is answered with 504, in milliseconds; two minutes unless given. */
  readonly handlerTimeoutMs?: number;
  /** Largest payload of a request that comes in blocks, in bytes. */
  readonly maxBodyBytes?: number;
}

/** Shared by all requests of routes without `:names`. */
const NO_PARAMS: AnyParams = Object.freeze(Object.create(null));

/** The action a route needs unless it names another. */
export const DEFAULT_ROUTE_ACTION = 'Device:Invoke';

/**
 * Reason: pages that use the script tag have no limit of their own and wait for handlers that take a minute (docs/guides/existing-page.md);
 * this is twice that. The requests that wait behind such handlers are limited (waiting-share.ts).
 */
const DEFAULT_HANDLER_TIMEOUT_MS = 120_000;

/** Reason: the size of one message; built-in resources need far less, and some accept payloads before any login. */
const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** Maps requests to handlers. */
export class Router implements RequestHandler {
  readonly #routes: Route[] = [];
  /** The routes without `:names`, which precede others that match, by method and path. */
  readonly #exact: Readonly<Record<Method, Map<string, RouteMatch>>> = {
    GET: new Map(),
    POST: new Map(),
    PUT: new Map(),
    DELETE: new Map(),
  };
  readonly #guard: RouteGuard;
  readonly #logger: Logger;
  readonly #handlerTimeoutMs: number;
  readonly #maxBodyBytes: number;

  constructor({
    guard,
    logger = silentLogger,
    handlerTimeoutMs = DEFAULT_HANDLER_TIMEOUT_MS,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  }: RouterOptions) {
    this.#guard = guard;
    this.#logger = logger;
    this.#handlerTimeoutMs = handlerTimeoutMs;
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** The routes in the order of their registration. */
  get routes(): readonly Route[] {
    return this.#routes;
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
  add(method: Method, pattern: string, handler: Handler, options: DescribedRouteOptions = {}): void {
    this.#add(method, pattern, handler, options);
  }

  /** Registers a handler for a GET that can be observed. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  addObservable(pattern: string, handler: Handler, options: DescribedRouteOptions = {}): ObservableResource {
    const observable = new ObservableResource();
    this.#add('GET', pattern, handler, options, observable);
    return observable;
  }

  handle(request: IncomingRequest, context: RequestContext): MaybePromise<CoapResponse> {
    return respond(request.method, this.#logger, () =>
      this.#run(this.#admit(request, context.session), request, context),
    );
  }

  admit(request: IncomingRequest, { session }: RequestContext): Admission {
    try {
      this.#admit(request, session);
      return { isAdmitted: true, maxBodyBytes: this.#maxBodyBytes };
    } catch (error) {
      if (error instanceof HandlerError) return { isAdmitted: false, response: errorResponse(error) };
      throw error;
    }
  }

  userOf({ session }: RequestContext): User | undefined {
    return this.#guard.userOf(session);
  }

  watch(request: IncomingRequest, handleNotify: () => void): (() => void) | undefined {
    const match = this.#find(request);
    return match?.route.observable?.watch(match.params, handleNotify);
  }

  #add(
    method: Method,
    pattern: string,
    handler: Handler,
    {
      action = DEFAULT_ROUTE_ACTION,
      conditional: isConditional = false,
      facts = {},
      affordance,
    }: DescribedRouteOptions,
    observable?: ObservableResource,
  ): void {
    checkResourceFacts(facts);
    const segments = parsePattern(pattern);
    const shape = shapeOf(segments);
    if (this.#routes.some((route) => route.method === method && shapeOf(route.segments) === shape))
      throw new EdgeError('ERR_ROUTE', `route ${method} ${pattern} is registered already`);
    const route = { method, segments, handler, action, isConditional, observable, facts, affordance };
    this.#routes.push(route);
    if (!segments.some((segment) => segment.startsWith(':')))
      this.#exact[method].set(`/${segments.join('/')}`, { route, params: NO_PARAMS });
  }

  /** The route of a request that may be handled. @throws HandlerError 404, 403, or 402 for conditions that its handler does not check. */
  #admit(request: IncomingRequest, session: SessionIdentity): RouteMatch {
    const match = this.#find(request);
    if (match === undefined) throw HandlerError.resourceNotFound();
    const { action, isConditional } = match.route;
    if (action !== null && !this.#guard.isAllowed(session, action)) throw HandlerError.accessDenied();
    const hasConditions = request.ifNoneMatch === true || (request.ifMatch ?? []).length > 0;
    if (hasConditions && !isConditional)
      throw new HandlerError(402, 'If-Match and If-None-Match are not supported here');
    return match;
  }

  /** The matching route with the fewest `:names`. */
  #find({ method, path }: IncomingRequest): RouteMatch | undefined {
    const exact = this.#exact[method].get(path);
    if (exact !== undefined) return exact;
    const segments = splitPath(path);
    let best: RouteMatch | undefined;
    for (const route of segments === undefined ? [] : this.#routes) {
      const params = route.method === method ? matchSegments(route.segments, segments ?? []) : undefined;
      if (params === undefined) continue;
      if (best === undefined || Object.keys(params).length < Object.keys(best.params).length)
        best = { route, params };
    }
    return best;
  }

  /** Runs a handler, with a time limit if it is asynchronous. */
  #run({ route, params }: RouteMatch, request: IncomingRequest, context: RequestContext): unknown {
    const { session, handleOverrun } = context;
    const abort = new AbortController();
    const user = this.#guard.userOf(session);
    const { signal } = abort;
    const handled = route.handler(
      new DeviceRequest({ request, params, body: undefined, session, user, signal }),
    );
    return isThenable(handled) ? this.#inTime(handled, abort, handleOverrun) : handled;
  }

  #inTime(
    handled: PromiseLike<unknown>,
    abort: AbortController,
    handleOverrun: RequestContext['handleOverrun'],
  ): Promise<unknown> {
    // A lazy promise, such as a database query, runs on each call of its `then`.
    const ended = Promise.resolve(handled);
    return waitFor({}, ({ resolve, reject }) => {
      ended.then(resolve, reject);
      return systemClock.schedule(this.#handlerTimeoutMs, () => {
        reject(new HandlerError(504, 'Handler timed out'));
        handleOverrun?.(ended);
        abort.abort();
      });
    });
  }
}

/** The shape of a pattern; two patterns that match the same paths have the same shape. */
function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (segment.startsWith(':') ? ':' : segment)).join('/');
}
