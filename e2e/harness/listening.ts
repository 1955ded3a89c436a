/** @module Servers on ports of the loopback. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a port of the loopback, on any that is free unless told. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

/** The port that a server listens on. @throws Error when it listens on none. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('a server expected to listen on a port');
  return address.port;
}

/** Ends a server that has no connections left; its port is free then. */
export async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
