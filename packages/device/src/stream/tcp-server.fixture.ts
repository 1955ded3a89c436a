/** @module For tests: a TCP server on loopback whose connections the test controls and counts. */
import { createServer, type Server, type Socket } from 'node:net';
import { close, listen, portOf } from '../../../../scripts/listening.ts';

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
    await listen(server.#server);
    return server;
  }

  get port(): number {
    return portOf(this.#server);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await close(this.#server);
  }
}
