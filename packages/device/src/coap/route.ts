/** @module One route: a method, a path pattern with `:names`, a handler and the action it needs. */
import { EdgeError, type Method } from '@longwire/protocol';
import type { AnyParams, DeviceRequest } from './device-request.ts';
import type { Affordance } from './described-resource.ts';
import type { ResourceFacts } from './resource-facts.ts';
import type { ObservableResource } from './observable-resource.ts';

/** Handles a request; see {@link toCoapResponse} for how a returned value is sent. */
export type Handler = (request: DeviceRequest) => unknown;

/** How a route is protected. */
export interface RouteOptions {
  /** The action the connection's role must allow (default `Device:Invoke`); null: the handler itself decides. */
  readonly action?: string | null;
  /** Whether the handler checks If-Match and If-None-Match (default: no, and a request with one is refused with 402). */
  readonly conditional?: boolean;
  /** Metadata for `GET /.well-known/core`. */
  readonly facts?: ResourceFacts;
}

/** Options of a route of a described resource. */
export interface DescribedRouteOptions extends RouteOptions {
  readonly affordance?: Affordance;
}

/** How a route is protected, and whether it can be observed. */
export interface ObservableRouteOptions extends RouteOptions {
  /** Clients with `coap-ws/1` may observe it; the others have to poll. */
  readonly observable: true;
}

/** A registered route. */
export interface Route {
  readonly method: Method;
  readonly segments: readonly string[];
  readonly handler: Handler;
  readonly action: string | null;
  readonly isConditional: boolean;
  readonly observable: ObservableResource | undefined;
  readonly facts: ResourceFacts;
  /** What it means to people. */
  readonly affordance: Affordance | undefined;
}

/** A route that matches a path, with the values of its `:names`. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: AnyParams;
}

/** Splits a pattern such as `/users/:name` into segments. @throws EdgeError ERR_ROUTE for a pattern that no request could match. */
export function parsePattern(pattern: string): readonly string[] {
  const segments = splitPath(pattern);
  if (segments === undefined || segments.some((segment) => segment === '' || segment === ':'))
    throw new EdgeError(
      'ERR_ROUTE',
      `route pattern '${pattern}' is malformed: use '/name' and '/:name' segments`,
    );
  const names = segments.filter((segment) => segment.startsWith(':'));
  if (new Set(names).size < names.length)
    throw new EdgeError('ERR_ROUTE', `route pattern '${pattern}' uses a ':name' twice`);
  return segments;
}

/** Splits a path; one trailing slash is ignored, nothing is decoded. Undefined for a malformed path. */
export function splitPath(path: string): readonly string[] | undefined {
  if (!path.startsWith('/') || path === '/') return undefined;
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

/** The values of a route's `:names` in a path, or undefined if it does not match. */
export function matchSegments(pattern: readonly string[], path: readonly string[]): AnyParams | undefined {
  if (pattern.length !== path.length) return undefined;
  const params: Record<string, string> = Object.create(null);
  for (const [index, expected] of pattern.entries()) {
    const actual = path[index] ?? '';
    if (expected.startsWith(':')) {
      if (actual === '') return undefined;
      params[expected.slice(1)] = actual;
    } else if (expected !== actual) return undefined;
  }
  return params;
}
