/** @module Servers on loopback ports. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a loopback port, by default on a free one. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

/** The port that a server listens on. @throws Error when it is not listening. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('the server does not listen on a port');
  return address.port;
}

/** Closes a server without open connections, so that its port is free. */
export async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
