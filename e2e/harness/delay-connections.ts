/** @module One cable for TCP without network namespaces: a loopback port that forwards its connections to another one, delayed. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { DelayLine, LOOPBACK, type CableLines, type Direction, type RateQueue } from '@longwire/demo';
import { listen, portOf } from '../../scripts/listening.ts';

/** TCP's delay before it retransmits lost data, in milliseconds. */
const RETRANSMIT_MS = 200;

/** What a segment has on a cable besides its content, in bytes: Ethernet, IPv4 and TCP headers. */
const HEADER_BYTES = 54;

/** What is forwarded: bytes, or the end of them. */
type Passing = Uint8Array | 'end';

/** A loopback port that represents a port at the other end of a cable. */
export class DelayedPort {
  readonly #target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** With the direction and the seed of each. */
  readonly #lines = new Map<DelayLine<Passing>, readonly [Direction, number]>();
  readonly #queues: Partial<Readonly<Record<Direction, RateQueue>>>;
  #cable: CableLines;
  #connections = 0;
  /** Counts the addresses that the near machine has had. */
  #address = 0;

  private constructor(
    target: number,
    cable: CableLines,
    queues: Partial<Readonly<Record<Direction, RateQueue>>>,
  ) {
    this.#target = target;
    this.#cable = cable;
    this.#queues = queues;
    // Half-open, and forwarded as such.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (near) =>
      this.#connect(near),
    );
  }

  /** Listens for a port of this machine. The queues may be shared with other flows. */
  static async open(
    target: number,
    cable: CableLines,
    queues: Partial<Readonly<Record<Direction, RateQueue>>> = {},
  ): Promise<DelayedPort> {
    const port = new DelayedPort(target, cable, queues);
    await listen(port.#server);
    return port;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Changes the cable for data sent from now on. */
  set(cable: CableLines): void {
    this.#cable = cable;
    for (const [line, [direction, seed]] of this.#lines) line.set({ ...cable[direction], seed });
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
    const roundTripMs = this.#cable.down.delayMs + this.#cable.up.delayMs;
    if (roundTripMs === 0) this.#join(near);
    else setTimeout(() => this.#join(near), roundTripMs);
  }

  #join(near: Socket): void {
    if (near.destroyed) return;
    const far = connect({ port: this.#target, host: LOOPBACK, allowHalfOpen: true, noDelay: true });
    this.#keep(far);
    this.#connections += 1;
    this.#pipe(near, far, 'up');
    this.#pipe(far, near, 'down');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  /** One direction; a connection that is reset on one side is reset on the other. */
  #pipe(from: Socket, to: Socket, direction: Direction): void {
    const address = this.#address;
    const quality = this.#cable[direction];
    const queue = this.#queues[direction];
    // Each connection has its own random sequence.
    const seed = (quality.seed ?? 0) + this.#connections * 2;
    const line = new DelayLine<Passing>({
      ...quality,
      seed,
      ...(queue === undefined ? {} : { queue }),
      bytesOf: (passing) => (passing === 'end' ? 0 : passing.length) + HEADER_BYTES,
      againAfterMs: RETRANSMIT_MS,
      deliver: (passing) => {
        if (address !== this.#address) return;
        if (passing === 'end') to.end();
        // One more segment than the queue has room for, at most.
        else if (to.write(passing)) from.resume();
        else from.pause();
      },
    });
    this.#lines.set(line, [direction, seed]);
    to.on('drain', () => from.resume());
    from.on('data', (bytes) => {
      line.push(bytes);
      if (line.isFull) from.pause();
    });
    from.on('end', () => line.push('end'));
    // A reset is forwarded.
    from.on('error', () => void (address === this.#address && to.resetAndDestroy()));
    from.on('close', () => this.#lines.delete(line));
    from.resume();
  }
}
