/** @module A server of one test, on the loopback. */
import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen as listenOn } from '../../../../scripts/listening.ts';

/** Starts a server on a free port until the test ends. Returns the port. */
export async function listen(server: Server): Promise<number> {
  const port = await listenOn(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}
