/** @module For tests: a port for a server that takes none by itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port of the loopback on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('port expected');
  return address.port;
}
