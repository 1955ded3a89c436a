/** @module Serves a folder of files on its own origin, the built test pages by default. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { close, listen } from '../../scripts/listening.ts';
import { site } from './paths.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** A static server on a free loopback port. */
export interface PageServer {
  readonly url: string;
  stop(): Promise<void>;
}

function serve(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const file = join(folder, normalize(pathname), pathname.endsWith('/') ? 'index.html' : '');
    const type = TYPES[extname(file)];
    if (type === undefined || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
}

export async function startPageServer(folder: string = site()): Promise<PageServer> {
  const server = serve(folder);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await close(server);
    },
  };
}
