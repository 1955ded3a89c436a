/** @module For tests: a TCP server on loopback whose connections the test controls and counts. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** Listens on any free port. */
export class TcpServer {
  readonly sockets: Set<Socket> = new Set();
  /** Called with each connection; set by the test. */
  handle: (socket: Socket) => void;
  readonly #server: Server;

  private constructor(handle: (socket: Socket) => void) {
    this.handle = handle;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      // Tests cause connection errors on purpose.
      socket.on('error', () => undefined);
      this.handle(socket);
    });
  }

  static async start(handle: (socket: Socket) => void = () => undefined): Promise<TcpServer> {
    const server = new TcpServer(handle);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('expected to listen');
    return address.port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
