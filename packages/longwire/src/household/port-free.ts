/** @module Whether the service can listen, before anything is set up. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenProblem } from './listen-problem.ts';

/** Listens for a moment. @throws EdgeError ERR_LISTEN with what to do */
export async function requirePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw listenProblem(port, error) ?? error;
  } finally {
    server.close();
  }
}
