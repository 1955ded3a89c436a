/** @module One route: a method, a path pattern with `:names`, a handler and the action it needs. */
import { EdgeError, type Method } from '@longwire/protocol';
import type { DeviceRequest } from './device-request.ts';

/** Answers a request; see {@link toCoapResponse} for what a returned value becomes. */
export type Handler = (request: DeviceRequest) => unknown;

/** How a route is protected. */
export interface RouteOptions {
  /** The action the connection's role must allow (default `Device:Invoke`); null: the handler itself decides. */
  readonly action?: string | null;
}

/** A registered route. */
export interface Route {
  readonly method: Method;
  readonly segments: readonly string[];
  readonly handler: Handler;
  readonly action: string | null;
}

/** A route that fits a path, with the values of its `:names`. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Splits a pattern such as `/users/:name` into segments. @throws EdgeError ERR_ROUTE for a pattern no request could match. */
export function parsePattern(pattern: string): readonly string[] {
  const segments = splitPath(pattern);
  if (segments === undefined || segments.some((segment) => segment === '' || segment === ':'))
    throw new EdgeError('ERR_ROUTE', `route pattern expected '/name' or '/:name' segments, got '${pattern}'`);
  return segments;
}

/** Splits a path; one trailing slash is ignored, nothing is decoded. Undefined for what cannot be a path. */
export function splitPath(path: string): readonly string[] | undefined {
  if (!path.startsWith('/') || path === '/') return undefined;
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

/** The values of a route's `:names` in a path, or undefined where it does not fit. */
export function matchSegments(
  pattern: readonly string[],
  path: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = path[index] ?? '';
    if (expected.startsWith(':')) {
      if (actual === '') return undefined;
      params[expected.slice(1)] = actual;
    } else if (expected !== actual) return undefined;
  }
  return params;
}
