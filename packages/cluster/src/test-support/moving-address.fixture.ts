/** @module An address that leads to one server and later to another, as after a failover. */
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Forwards TCP connections to a loopback port. */
export class MovingAddress implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;

  private constructor(server: Server, port: number, target: number) {
    this.url = `redis://127.0.0.1:${port}`;
    this.#server = server;
    this.#target = target;
    server.on('connection', (near: Socket) => {
      const far = createConnection(this.#target, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => [near, far].forEach((end) => end.destroy()));
      }
      near.pipe(far).pipe(near);
    });
  }

  static async start(target: number): Promise<MovingAddress> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new MovingAddress(server, address.port, target);
  }

  /** Leads to another port from now on; open connections end. */
  moveTo(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
