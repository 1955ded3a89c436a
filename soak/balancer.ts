/** @module A load balancer for TCP: each connection goes to the next server in turn, or to another one where that does not listen. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { listen, portOf } from '../e2e/harness/listening.ts';

const HOST = '127.0.0.1';

/** One balancer before servers on ports of this machine. */
export class Balancer implements AsyncDisposable {
  readonly #ports: readonly number[];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #turn = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer(
      { pauseOnConnect: true, allowHalfOpen: true },
      (client) => void this.#join(client),
    );
  }

  static async start(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await listen(balancer.#server);
    return balancer;
  }

  get port(): number {
    return portOf(this.#server);
  }

  async #join(client: Socket): Promise<void> {
    this.#keep(client);
    const server = await this.#reach();
    if (server === undefined) {
      client.destroy();
      return;
    }
    this.#keep(server);
    // What ends or breaks on one side does so on the other.
    await Promise.all([pipeline(client, server), pipeline(server, client)]).catch(() => undefined);
    client.destroy();
    server.destroy();
  }

  /** The first server that listens, beginning with the one whose turn it is. */
  async #reach(): Promise<Socket | undefined> {
    this.#turn += 1;
    for (let tries = 0; tries < this.#ports.length; tries += 1) {
      const port = this.#ports[(this.#turn + tries) % this.#ports.length] ?? 0;
      const server = connect({ port, host: HOST, allowHalfOpen: true });
      try {
        await once(server, 'connect');
        return server;
      } catch {
        // It does not listen: the next one.
      }
    }
    return undefined;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }
}
