/** @module Whether a port of the loopback interface is free. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens on the port for a moment. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
