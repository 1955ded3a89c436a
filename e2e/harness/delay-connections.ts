/** @module One cable for TCP without a network of its own: a port of loopback whose connections lead, later, to another. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { LOOPBACK } from './delay-datagrams.ts';
import { DelayLine, type LineQuality } from './delay-line.ts';
import { listen, portOf } from './listening.ts';

/** How long TCP waits before it sends again what was lost, in milliseconds. */
const RETRANSMIT_MS = 200;

/** What passes: bytes, or the end of them. */
type Passing = Uint8Array | 'end';

/** A port that stands for another at the end of a cable. */
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
    // Half-open, and passed on as such.
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

  /** Changes the cable for what is sent from now on. */
  set(quality: LineQuality): void {
    this.#quality = quality;
    for (const [line, seed] of this.#lines) line.set({ ...quality, seed });
  }

  /** The near machine takes another address: nothing passes any more on its connections of before. */
  leave(): void {
    this.#address += 1;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  /** Loopback's handshake takes no time; that of a cable a round trip. */
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

  /** One direction; a connection that one side cuts is cut on the other. */
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
    // A reset is passed on.
    from.on('error', () => void (address === this.#address && to.resetAndDestroy()));
    from.on('close', () => this.#lines.delete(line));
    from.resume();
  }
}
