/** @module One cable for TCP without network namespaces: a loopback port that forwards its connections to another one, delayed. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { LOOPBACK } from './delay-datagrams.ts';
import { DelayLine, type LineQuality } from './delay-line.ts';
import { listen, portOf } from './listening.ts';

/** TCP's delay before it retransmits lost data, in milliseconds. */
const RETRANSMIT_MS = 200;

/** What is forwarded: bytes, or the end of them. */
type Passing = Uint8Array | 'end';

/** A loopback port that represents a port at the other end of a cable. */
export class DelayedPort {
  readonly #target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** With the seed of each. */
  readonly #lines = new Map<DelayLine<Passing>, number>();
  #quality: LineQuality;
  #connections = 0;
  /** Counts the addresses that the near machine has had. */
  #address = 0;

  private constructor(target: number, quality: LineQuality) {
    this.#target = target;
    this.#quality = quality;
    // Half-open, and forwarded as such.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (near) =>
      this.#connect(near),
    );
  }

  /** Listens for a port of this machine. */
  static async open(target: number, quality: LineQuality): Promise<DelayedPort> {
    const port = new DelayedPort(target, quality);
    await listen(port.#server);
    return port;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Changes the cable for data sent from now on. */
  set(quality: LineQuality): void {
    this.#quality = quality;
    for (const [line, seed] of this.#lines) line.set({ ...quality, seed });
  }

  /** Gives the near machine another address: its existing connections carry nothing any more. */
  leave(): void {
    this.#address += 1;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  /** A loopback handshake takes no time; over the cable it takes a round trip. */
  #connect(near: Socket): void {
    this.#keep(near);
    const { delayMs } = this.#quality;
    if (delayMs === 0) this.#join(near);
    else setTimeout(() => this.#join(near), 2 * delayMs);
  }

  #join(near: Socket): void {
    if (near.destroyed) return;
    const far = connect({ port: this.#target, host: LOOPBACK, allowHalfOpen: true, noDelay: true });
    this.#keep(far);
    this.#connections += 1;
    const seed = (this.#quality.seed ?? 0) + this.#connections * 2;
    this.#pipe(near, far, seed);
    this.#pipe(far, near, seed + 1);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  /** One direction; a connection that is reset on one side is reset on the other. */
  #pipe(from: Socket, to: Socket, seed: number): void {
    const address = this.#address;
    const line = new DelayLine<Passing>({
      ...this.#quality,
      seed,
      againAfterMs: RETRANSMIT_MS,
      deliver: (passing) => {
        if (address !== this.#address) return;
        if (passing === 'end') to.end();
        else if (!to.write(passing)) from.pause();
      },
    });
    this.#lines.set(line, seed);
    to.on('drain', () => from.resume());
    from.on('data', (bytes) => line.push(bytes));
    from.on('end', () => line.push('end'));
    // A reset is forwarded.
    from.on('error', () => void (address === this.#address && to.resetAndDestroy()));
    from.on('close', () => this.#lines.delete(line));
    from.resume();
  }
}
