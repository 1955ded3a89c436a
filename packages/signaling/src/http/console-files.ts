/** @module Serves the console's files, and index.html for the console's own routes. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NO_CONSOLE_HEADERS, noConsolePage } from './no-console-page.ts';

/** The console that is part of the package; the build puts it there. */
export const BUNDLED_CONSOLE: string = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** Vite writes files with content hashes in their names here. */
const HASHED_PREFIX = '/assets/';

/** Paths that never serve index.html. */
const API = /^\/(?:api|metrics|healthz|readyz)(?:\/|$|\?)/;

/**
 * Serves the console of `directory`, by default that of the package, and answers missing files. Without a
 * console, pages say in words that there is none. @throws EdgeError ERR_CONFIG if `directory` has no
 * index.html
 */
export async function registerConsole(
  app: FastifyInstance,
  directory: string | false | undefined,
  refusalOf: (request: FastifyRequest) => Error,
): Promise<void> {
  const root = await consoleRoot(directory);
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(resolve(root, `.${HASHED_PREFIX}`));
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) throw refusalOf(request);
    if (root !== undefined) return reply.sendFile('index.html');
    return reply
      .code(404)
      .headers(NO_CONSOLE_HEADERS)
      .send(noConsolePage(request.headers['accept-language']));
  });
}

/** A clone that was not built has no console of the package. */
async function consoleRoot(directory: string | false | undefined): Promise<string | undefined> {
  if (directory === false) return undefined;
  const root = resolve(directory ?? BUNDLED_CONSOLE);
  const index = await stat(resolve(root, 'index.html')).catch(() => undefined);
  if (index?.isFile() === true) return root;
  if (directory === undefined) return undefined;
  throw new EdgeError('ERR_CONFIG', `console directory ${directory} has no readable index.html`);
}

/** Whether a browser navigates to a page, as opposed to a missing file. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isFile = url.startsWith(HASHED_PREFIX) || API.test(url);
  return isRead && !isFile && (headers.accept ?? '').includes('text/html');
}
