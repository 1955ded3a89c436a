/** @module The console's files, with index.html for the addresses that the console itself understands. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Vite puts files here whose names change with their content. */
const HASHED_PREFIX = '/assets/';

/** Whose paths are never a page's. */
const API = /^\/(?:api|metrics|healthz|readyz)(?:\/|$|\?)/;

/**
 * Serves `directory`, if there is one, and refuses what is not there.
 * @throws EdgeError ERR_CONFIG when it holds no index.html.
 */
export async function registerConsole(
  app: FastifyInstance,
  directory: string | undefined,
  refusalOf: (request: FastifyRequest) => Error,
): Promise<void> {
  if (directory === undefined) {
    app.setNotFoundHandler(async (request) => {
      throw refusalOf(request);
    });
    return;
  }
  const root = resolve(directory);
  const index = await stat(resolve(root, 'index.html')).catch(() => undefined);
  if (index?.isFile() !== true) {
    throw new EdgeError('ERR_CONFIG', `console expected a directory with an index.html, got ${directory}`);
  }
  await app.register(fastifyStatic, {
    root,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(resolve(root, `.${HASHED_PREFIX}`));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) throw refusalOf(request);
    return reply.sendFile('index.html');
  });
}

/** A page that a person opens, not a file that is missing. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isFile = url.startsWith(HASHED_PREFIX) || API.test(url);
  return isRead && !isFile && (headers.accept ?? '').includes('text/html');
}
