/**
 * @module One cable for UDP without network namespaces: sockets of this process represent those at the other end, on loopback.
 *
 * For each socket of the other side, each side sees a proxy socket. A packet to a proxy is delivered, delayed, to the socket it represents, from the
 * proxy of its sender: like a network address translator at each end.
 */
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { CableLines, Direction } from './delay-cable.ts';
import { DelayLine, type LineQuality } from './delay-line.ts';
import type { RateQueue } from './delay-rate.ts';

/** The address of a UDP socket. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The two ends of a cable. */
export type CableEnd = 'near' | 'far';

export const LOOPBACK = '127.0.0.1';
/** A socket's buffer while this process is busy, in bytes. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

/** What a packet has on a cable besides its content, in bytes: Ethernet, IPv4 and UDP headers. */
const HEADER_BYTES = 42;

const otherEnd = { near: 'far', far: 'near' } as const;

interface ProxySocket {
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
  /** Proxies that the sockets at one end see for those at the other. */
  readonly #proxies = { near: new Map<string, ProxySocket>(), far: new Map<string, ProxySocket>() };
  /** By the end that they lead to. */
  readonly #lines: Record<CableEnd, DelayLine<Packet>>;
  readonly #addressOf: (of: Endpoint) => string;
  /** Senders whose packets are dropped, by key. */
  readonly #gone = new Set<string>();
  #isStopped = false;

  /** The queues may be shared with other flows. `addressOf` says where the proxy of a socket is; on loopback by default. */
  constructor(
    { down, up }: CableLines,
    queues: Partial<Readonly<Record<Direction, RateQueue>>> = {},
    addressOf: (of: Endpoint) => string = () => LOOPBACK,
  ) {
    this.#addressOf = addressOf;
    const lineTo = (end: CableEnd, quality: LineQuality, queue?: RateQueue): DelayLine<Packet> =>
      new DelayLine({
        ...quality,
        ...(queue === undefined ? {} : { queue }),
        bytesOf: ({ bytes }) => bytes.length + HEADER_BYTES,
        deliver: (packet) => this.#deliver(end, packet),
      });
    this.#lines = { near: lineTo('near', down, queues.down), far: lineTo('far', up, queues.up) };
  }

  /** Changes the cable for packets sent from now on. */
  set({ down, up }: CableLines): void {
    this.#lines.near.set(down);
    this.#lines.far.set(up);
  }

  /** The proxy address that sockets at one end use to reach a socket at the other. @throws RangeError when it is not an IPv4 address and a port */
  proxy(seenFrom: CableEnd, of: Endpoint): Endpoint {
    return this.#open(seenFrom, of).endpoint;
  }

  /** Whether sockets at that end see it as a proxy. */
  isProxySocket(seenFrom: CableEnd, endpoint: Endpoint): boolean {
    return [...this.#proxies[seenFrom].values()].some((own) => keyOf(own.endpoint) === keyOf(endpoint));
  }

  /** Gives the near machine another address: its previous sockets can neither be reached nor send. */
  leave(): void {
    for (const key of this.#proxies.far.keys()) this.#gone.add(key);
  }

  /** Idempotent. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const { socket } of [...this.#proxies.near.values(), ...this.#proxies.far.values()]) socket.close();
  }

  #open(seenFrom: CableEnd, of: Endpoint): ProxySocket {
    const existing = this.#proxies[seenFrom].get(keyOf(of));
    if (existing !== undefined) return existing;
    if (!isIPv4(of.address) || !(of.port > 0 && of.port < 65_536)) {
      throw new RangeError(`cannot proxy ${keyOf(of)}: want an IPv4 address and a port`);
    }
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: SOCKET_BUFFER_BYTES,
      // Reason: binding is complete when bind() returns, and a literal address needs no lookup in the event loop.
      lookup: (address, _options, done) => done(null, address, 4),
    });
    const address = this.#addressOf(of);
    socket.bind({ address, port: 0, exclusive: true });
    const line = this.#lines[otherEnd[seenFrom]];
    socket.on('message', (bytes, { address, port }) => line.push({ bytes, from: { address, port }, to: of }));
    const proxy = { socket, endpoint: { address, port: socket.address().port } };
    this.#proxies[seenFrom].set(keyOf(of), proxy);
    return proxy;
  }

  #deliver(end: CableEnd, { bytes, from, to }: Packet): void {
    if (this.#isStopped || this.#gone.has(keyOf(end === 'near' ? to : from))) return;
    // A packet that cannot be sent is lost, as on any network.
    this.#open(end, from).socket.send(bytes, to.port, to.address, () => undefined);
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}
