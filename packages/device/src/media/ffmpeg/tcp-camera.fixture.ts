/** @module For tests: a camera that sends a file to each connection, then stays silent, and can be switched off and on. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { listen } from '../../../../../scripts/listening.ts';

/** One camera with its own port. */
export class TcpCamera {
  #bytes: Buffer;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  /** The number of connections so far. */
  connections = 0;

  constructor(file: string) {
    this.#bytes = readFileSync(file);
  }

  /** The address, for ffmpeg. */
  get input(): string {
    return `tcp://127.0.0.1:${this.#port}`;
  }

  /** Sends another file to later connections. */
  send(file: string): void {
    this.#bytes = readFileSync(file);
  }

  async switchOn(): Promise<void> {
    const server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.#sockets.delete(socket));
      socket.write(this.#bytes);
    });
    this.#server = server;
    this.#port = await listen(server, this.#port);
  }

  async switchOff(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
