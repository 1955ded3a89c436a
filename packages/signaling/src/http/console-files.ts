/** @module Serves the console's files, and index.html for the console's own routes. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Vite writes files with content hashes in their names here. */
const HASHED_PREFIX = '/assets/';

/** Paths that never serve index.html. */
const API = /^\/(?:api|metrics|healthz|readyz)(?:\/|$|\?)/;

/**
 * Serves `directory`, if configured, and answers missing files. @throws EdgeError ERR_CONFIG if it has no
 * index.html
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
    throw new EdgeError('ERR_CONFIG', `console directory ${directory} has no readable index.html`);
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

/** Whether a browser navigates to a page, as opposed to a missing file. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isFile = url.startsWith(HASHED_PREFIX) || API.test(url);
  return isRead && !isFile && (headers.accept ?? '').includes('text/html');
}
