/** @module The console's files, with index.html for the addresses that the console itself understands. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Vite puts files here whose names change with their content. */
const HASHED_PREFIX = '/assets/';

/** Serves `directory`. @throws EdgeError ERR_CONFIG when it holds no index.html. */
export async function registerConsole(app: FastifyInstance, directory: string): Promise<void> {
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
  app.setNotFoundHandler((request, reply) =>
    isPageRequest(request) ? reply.sendFile('index.html') : reply.code(404).send({ error: 'not found' }),
  );
}

/** A page that a person opens, not a file that is missing. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !url.startsWith(HASHED_PREFIX) && (headers.accept ?? '').includes('text/html');
}
