/** @module The demo device's own web page, like that of a router or a camera: plain HTTP on this machine only. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DemoRoom } from './demo-room.ts';

const PAGE = readFileSync(new URL('../assets/page.html', import.meta.url));
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The running page server. */
export interface DemoPage {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): void;
}

/** Starts the page's server on a free port of 127.0.0.1. */
export async function startDemoPage(room: DemoRoom): Promise<DemoPage> {
  const server = createServer((request, response) => {
    answer(request, response, room);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page server has no port');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: address.port, close };
}

function answer(request: IncomingMessage, response: ServerResponse, room: DemoRoom): void {
  // No request needs a body; a body is read and dropped.
  request.resume();
  const tell = (): void => {
    const { temperature, settings } = room;
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...temperature, isLightOn: settings.isLightOn }));
  };
  switch (`${request.method} ${request.url}`) {
    case 'GET /':
      response.writeHead(200, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
      return;
    case 'GET /room':
      tell();
      return;
    case 'POST /light/on':
    case 'POST /light/off':
      room.set({ isLightOn: request.url === '/light/on' });
      tell();
      return;
    default:
      response.writeHead(404, { ...HEADERS, 'content-type': 'text/plain' }).end('There is nothing here.\n');
  }
}
