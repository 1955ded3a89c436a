/**
 * @module One cable for UDP without a network of its own: sockets of this process stand in for those at the other end, on loopback.
 *
 * Each side sees of each socket of the other side a stand-in. What comes to a stand-in goes, later, to the socket for which it stands, from the
 * stand-in of its sender: an address translator at each end, as machines behind routers have.
 */
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { DelayLine, type LineQuality } from './delay-line.ts';

/** Where a UDP socket is. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The two ends of a cable. */
export type CableEnd = 'near' | 'far';

export const LOOPBACK = '127.0.0.1';
/** What may wait in a socket while this process does something else, in bytes. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

const otherEnd = { near: 'far', far: 'near' } as const;

interface StandIn {
  readonly socket: Socket;
  readonly endpoint: Endpoint;
}

interface Packet {
  readonly bytes: Uint8Array;
  readonly from: Endpoint;
  readonly to: Endpoint;
}

/** Both directions of a cable. */
export class DelayedDatagrams {
  /** What the sockets at one end see of those at the other. */
  readonly #standIns = { near: new Map<string, StandIn>(), far: new Map<string, StandIn>() };
  /** By the end that they lead to. */
  readonly #lines: Record<CableEnd, DelayLine<Packet>>;
  /** Whose packets go nowhere any more, by key. */
  readonly #gone = new Set<string>();
  #isStopped = false;

  constructor(quality: LineQuality) {
    const lineTo = (end: CableEnd): DelayLine<Packet> =>
      new DelayLine({ ...quality, deliver: (packet) => this.#deliver(end, packet) });
    this.#lines = { near: lineTo('near'), far: lineTo('far') };
    this.set(quality);
  }

  /** Changes the cable for what is sent from now on. */
  set(quality: LineQuality): void {
    for (const [index, end] of (['near', 'far'] as const).entries()) {
      // Each direction has luck of its own.
      this.#lines[end].set({ ...quality, seed: (quality.seed ?? 0) * 2 + index });
    }
  }

  /** What those at one end send to, to reach a socket at the other. @throws RangeError for what is not an IPv4 address and a port */
  standIn(seenFrom: CableEnd, of: Endpoint): Endpoint {
    return this.#open(seenFrom, of).endpoint;
  }

  /** Whether sockets at that end know it as a stand-in. */
  isStandIn(seenFrom: CableEnd, endpoint: Endpoint): boolean {
    return [...this.#standIns[seenFrom].values()].some((own) => keyOf(own.endpoint) === keyOf(endpoint));
  }

  /** The near machine takes another address: its sockets of before are not reached and reach nobody. */
  leave(): void {
    for (const key of this.#standIns.far.keys()) this.#gone.add(key);
  }

  stop(): void {
    this.#isStopped = true;
    for (const { socket } of [...this.#standIns.near.values(), ...this.#standIns.far.values()])
      socket.close();
  }

  #open(seenFrom: CableEnd, of: Endpoint): StandIn {
    const known = this.#standIns[seenFrom].get(keyOf(of));
    if (known !== undefined) return known;
    if (!isIPv4(of.address) || !(of.port > 0 && of.port < 65_536)) {
      throw new RangeError(`an IPv4 address and a port expected, got ${keyOf(of)}`);
    }
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: SOCKET_BUFFER_BYTES,
      // Reason: binding is done when bind() returns, and a packet takes no turn of the event loop for its address.
      lookup: (address, _options, done) => done(null, address, 4),
    });
    socket.bind({ address: LOOPBACK, port: 0, exclusive: true });
    const line = this.#lines[otherEnd[seenFrom]];
    socket.on('message', (bytes, { address, port }) => line.push({ bytes, from: { address, port }, to: of }));
    const standIn = { socket, endpoint: { address: LOOPBACK, port: socket.address().port } };
    this.#standIns[seenFrom].set(keyOf(of), standIn);
    return standIn;
  }

  #deliver(end: CableEnd, { bytes, from, to }: Packet): void {
    if (this.#isStopped || this.#gone.has(keyOf(end === 'near' ? to : from))) return;
    // What cannot be sent is lost, as on any network.
    this.#open(end, from).socket.send(bytes, to.port, to.address, () => undefined);
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}
