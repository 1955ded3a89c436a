/** @module Responses for unknown routes: 405 if the path has other methods, else 404. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

interface Path {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Collects the methods of each path while routes are added. */
export class RoutePaths {
  readonly #paths = new Map<string, Path>();

  /** Watches all routes that are added to `app` afterwards. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const path = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const name of [method].flat()) path.methods.add(name);
      this.#paths.set(url, path);
    });
  }

  /** The error for a request without a route. */
  refusalOf({ method, url }: FastifyRequest): ApiError {
    const plain = url.split('?', 1)[0] ?? '';
    const methods = [...this.#paths.values()]
      .filter(({ pattern }) => pattern.test(plain))
      .flatMap((path) => [...path.methods]);
    if (methods.length === 0 || methods.includes(method)) return ApiError.notFound('no such path');
    return new ApiError(405, 'ERR_METHOD_NOT_ALLOWED', 'the path does not support this method', {
      headers: { allow: [...new Set(methods)].sort().join(', ') },
    });
  }
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
