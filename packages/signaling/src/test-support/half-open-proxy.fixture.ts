/** @module A connection that can be interrupted without either end noticing. */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { close, listen } from '../../../../scripts/listening.ts';

/** Forwards TCP connections to a loopback port until frozen. */
export class HalfOpenProxy implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(port: number, server: Server, sockets: Set<Socket>) {
    this.port = port;
    this.#server = server;
    this.#sockets = sockets;
  }

  static async start(targetPort: number): Promise<HalfOpenProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = createConnection(targetPort, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('data', (data) => other.write(data));
        one.on('close', () => other.destroy());
      }
    });
    return new HalfOpenProxy(await listen(server), server, sockets);
  }

  /** Stops forwarding data; neither side is notified. */
  freeze(): void {
    for (const socket of this.#sockets) socket.removeAllListeners('data').pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await close(this.#server);
  }
}
