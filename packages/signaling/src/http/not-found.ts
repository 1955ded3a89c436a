/** @module What is answered where there is no route: 405 where the path has others, and 404. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

interface Path {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** The methods of each path, gathered as the routes are added. */
export class KnownPaths {
  readonly #paths = new Map<string, Path>();

  /** Gathers from every route that is added to `app` from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const path = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const name of [method].flat()) path.methods.add(name);
      this.#paths.set(url, path);
    });
  }

  /** The answer to a request that no route took. */
  refusalOf({ method, url }: FastifyRequest): ApiError {
    const plain = url.split('?', 1)[0] ?? '';
    const methods = [...this.#paths.values()]
      .filter(({ pattern }) => pattern.test(plain))
      .flatMap((path) => [...path.methods]);
    if (methods.length === 0 || methods.includes(method))
      return ApiError.notFound('path expected one that is there');
    return new ApiError(405, 'ERR_METHOD_NOT_ALLOWED', 'method expected one that the path has', {
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
