/** @module An address that leads to one server and later to another, as after a failover, and whose server's clock may be set. */
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Forwards TCP connections to a loopback port. */
export class MovingAddress implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;
  #clockMs = 0;

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
      near
        .pipe(far)
        .pipe(withClock(() => this.#clockMs))
        .pipe(near);
    });
  }

  static async start(target: number): Promise<MovingAddress> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new MovingAddress(server, address.port, target);
  }

  /** The clock of the server seems to be ahead by `clockMs` from now on. */
  setClock(clockMs: number): void {
    this.#clockMs = clockMs;
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

/** An integer of a reply that is a time of this century, in milliseconds. */
const TIME = /:(\d{13})\r\n/gu;

function withClock(aheadMs: () => number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = chunk.toString('latin1');
      const moved = text.replaceAll(TIME, (_all, time: string) => `:${Number(time) + aheadMs()}\r\n`);
      done(null, Buffer.from(moved, 'latin1'));
    },
  });
}
