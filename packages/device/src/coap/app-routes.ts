/** @module The routes of an application, separate from the built-in resources. */
import { ContentFormat, type Logger, type Method, type User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { Answer } from './answer.ts';
import type { MaybePromise } from './maybe-sync.ts';
import type { CoapResponse, HandlerReply } from './coap-response.ts';
import { DeviceRequest } from './device-request.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { withMiddleware, type Middleware } from './middleware.ts';
import type { ObservableResource } from './observable-resource.ts';
import { parsePathParams, type PathParams } from './path-params.ts';
import { checkUnreserved, isReserved } from './reserved-path.ts';
import { parseBody, type BodySchema } from './request-body.ts';
import { listResources } from './resource-list.ts';
import type { DescribedRouteOptions, Handler, Route, RouteOptions } from './route.ts';
import {
  Router,
  type Admission,
  type RequestContext,
  type RequestHandler,
  type RouteGuard,
  type RouterOptions,
} from './router.ts';
import {
  describeThing,
  THING_DESCRIPTION_FORMAT,
  THING_DESCRIPTION_PATH,
  THING_DESCRIPTION_TYPE,
} from './thing-description.ts';

/** Handles the requests of a route; see {@link Answer} and README.md for how a returned value is sent. */
export type RouteHandler<Pattern extends string, Value, Body = undefined> = (
  request: DeviceRequest<PathParams<Pattern>, Body>,
) => Answer<Value> | Promise<Answer<Value>>;

/** A route's protection and body. */
export interface BodyRouteOptions<Body> extends RouteOptions {
  /** Parses the payload, JSON or CBOR, into `request.body`; any Standard Schema. Without one there is no body. */
  readonly body?: BodySchema<Body>;
}

/** Options of {@link AppRoutes}. */
export interface AppRoutesOptions extends RouterOptions {
  readonly logger: Logger;
  /** The built-in resources. */
  readonly builtIn: RequestHandler;
  /** The title of the device's description. */
  readonly title: string;
}

/** The path of the resource list (RFC 6690 section 4). */
const RESOURCE_LIST_PATH = '/.well-known/core';

/** Largest payload of a request that comes in blocks, in bytes. Reason: a firmware image of a small device, 16 times in memory. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Dispatches every request of a device: to the built-in resources or to the application. */
export class AppRoutes implements RequestHandler {
  readonly #router: Router;
  readonly #builtIn: RequestHandler;
  readonly #guard: RouteGuard;
  readonly #logger: Logger;
  readonly #title: string;
  readonly #middleware: Middleware[] = [];

  constructor({ builtIn, title, ...options }: AppRoutesOptions) {
    this.#builtIn = builtIn;
    this.#title = title;
    this.#guard = options.guard;
    this.#logger = options.logger;
    this.#router = new Router({ maxBodyBytes: MAX_BODY_BYTES, ...options });
    // Both are filtered by the action of each route; without any right they are empty.
    this.#router.get(RESOURCE_LIST_PATH, ({ session }) => this.#list(session), { action: null });
    this.#router.get(THING_DESCRIPTION_PATH, ({ session }) => this.#describe(session), {
      action: null,
      facts: { rt: THING_DESCRIPTION_TYPE, ct: THING_DESCRIPTION_FORMAT },
    });
  }

  /** Puts middleware before the routes that are registered after it. */
  use(middleware: Middleware): void {
    this.#middleware.push(middleware);
  }

  /** Registers a route. @throws EdgeError ERR_ROUTE for a malformed pattern, one that is taken, and one of a built-in resource. */
  add<Pattern extends string, Value, Body>(
    method: Method,
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value, Body>,
    { body, ...options }: BodyRouteOptions<Body> & DescribedRouteOptions = {},
  ): void {
    this.#router.add(method, pattern, this.#wrap(pattern, handler, body), options);
  }

  /** Registers a route for a GET that can be observed. @throws EdgeError ERR_ROUTE as {@link AppRoutes.add}. */
  addObservable<Pattern extends string, Value>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value>,
    options?: DescribedRouteOptions,
  ): ObservableResource {
    const wrapped = this.#wrap<Pattern, Value, undefined>(pattern, handler, undefined);
    return this.#router.addObservable(pattern, wrapped, options);
  }

  handle(request: IncomingRequest, context: RequestContext): MaybePromise<CoapResponse> {
    return this.#routerOf(request).handle(request, context);
  }

  admit(request: IncomingRequest, context: RequestContext): Admission {
    return this.#routerOf(request).admit(request, context);
  }

  userOf(context: RequestContext): User | undefined {
    return this.#router.userOf(context);
  }

  watch(request: IncomingRequest, handleNotify: () => void): (() => void) | undefined {
    return this.#routerOf(request).watch(request, handleNotify);
  }

  #list(session: SessionIdentity): HandlerReply {
    const [, description] = this.#router.routes;
    const reachable = this.#reachable(session);
    const isDescribed = reachable.some(({ affordance }) => affordance !== undefined);
    const listed = isDescribed && description !== undefined ? [description, ...reachable] : reachable;
    return { statusCode: 205, contentFormat: ContentFormat.linkFormat, payload: listResources(listed) };
  }

  #describe(session: SessionIdentity): HandlerReply {
    const payload = describeThing(this.#title, this.#reachable(session));
    return { statusCode: 205, contentFormat: THING_DESCRIPTION_FORMAT, payload };
  }

  /** The application's routes that a caller may use. */
  #reachable(session: SessionIdentity): readonly Route[] {
    // The list and the description were registered first.
    const [, , ...routes] = this.#router.routes;
    return routes.filter(({ action }) => action === null || this.#guard.isAllowed(session, action));
  }

  #routerOf({ path }: IncomingRequest): RequestHandler {
    return isReserved(path) ? this.#builtIn : this.#router;
  }

  #wrap<Pattern extends string, Value, Body>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value, Body>,
    body: BodySchema<Body> | undefined,
  ): Handler {
    checkUnreserved(pattern);
    const handle = (request: DeviceRequest): unknown => {
      const params = parsePathParams(pattern, request.params);
      const { session, user, signal } = request;
      const run = (parsed: Body): unknown =>
        handler(new DeviceRequest({ request, params, body: parsed, session, user, signal }));
      const parsed = parseBody(request, body);
      return parsed instanceof Promise ? parsed.then(run) : run(parsed);
    };
    return withMiddleware(this.#middleware, handle, this.#logger);
  }
}
