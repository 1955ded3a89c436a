/** @module All TCP connections of a node that are no WebSockets: which ones end when there are too many, and their end when the service stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../config/limits.ts';
import { networkOf } from './address.ts';
import { Places, type Evictable, type Place } from './places.ts';

/** A connection as requests name it, and the request or stream on it that is being answered. */
interface Work {
  once(event: 'close', done: () => void): unknown;
}

/** Whose connections, and how many. */
export interface ConnectionGateOptions {
  readonly server: Server;
  readonly limits: Pick<Limits, 'sockets' | 'connectionsPerAddress' | 'shutdownGraceMs'>;
  /** All connections come from the proxy, which has limits of its own. */
  readonly trustProxy: boolean;
  readonly clock: Clock;
  /** The server ends TLS: requests name another socket than the one that was connected. */
  readonly hasTls: boolean;
  /** How many WebSockets there are: they take file descriptors as well. */
  readonly webSockets: () => number;
}

/** Connections for HTTP beside all sockets of a node. Reason: at the limit it still says that it is alive. */
const HTTP_CONNECTIONS = 1_024;

/** Behind a proxy all connections have one address, and the limits per address are those of the proxy. */
const PROXY = 'proxy';

interface Connection extends Evictable {
  /** How many requests are being answered on it. */
  requests: number;
  /** How many of them are WebSockets that have logged in. */
  held: number;
  place: Place | undefined;
  /** What requests are read from: the TCP socket, or TLS on it. */
  socket: Duplex;
  /** Listens at the TCP socket. */
  readonly tcp: Socket;
  readonly forget: () => void;
}

/** Cuts off the oldest connections above the limits: those that say nothing, or only very slowly, are no upgrades that could be counted. */
export class ConnectionGate {
  readonly #options: ConnectionGateOptions;
  readonly #places: Places;
  readonly #connections = new Map<Duplex, Connection>();
  /** Those whose TLS is not settled yet, by both their addresses: Node tells of TLS with a socket of its own. */
  readonly #unsettled = new Map<string, Connection>();
  readonly #answering = new WeakMap<Work, Connection>();
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: ConnectionGateOptions) {
    const { server, limits, trustProxy, webSockets } = options;
    this.#options = options;
    this.#places = new Places({
      perNetwork: trustProxy ? Number.POSITIVE_INFINITY : limits.connectionsPerAddress,
      inAll: () => limits.sockets + HTTP_CONNECTIONS - webSockets(),
    });
    server.on('connection', (socket: Socket) => this.#handleConnection(socket));
    server.on('secureConnection', (socket: Socket) => this.#handleSecured(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      this.handleWork(socket, response),
    );
  }

  /** Whether a request on the connection waits for its answer, which would come in the middle of whatever is said next. */
  isAnswering(socket: Duplex): boolean {
    return (this.#connections.get(socket)?.requests ?? 0) > 0;
  }

  /** The connection is a WebSocket from now on, which is counted and ended by others; nothing of it stays here. */
  release(socket: Duplex): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.tcp.off('close', connection.forget);
    connection.forget();
  }

  /** Something is being answered on the connection until it closes. */
  handleWork(socket: Duplex, work: Work): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    this.#answering.set(work, connection);
    settle(connection);
    work.once('close', () => {
      connection.requests -= 1;
      settle(connection);
      // what was answered is sent before the connection ends
      if (this.#drained !== undefined && connection.requests === 0) connection.tcp.destroySoon();
    });
  }

  /** The work is a WebSocket that has logged in: until it closes, its connection is not ended to make room. */
  hold(work: Work): void {
    const connection = this.#answering.get(work);
    if (connection === undefined) return;
    connection.held += 1;
    settle(connection);
    work.once('close', () => {
      connection.held -= 1;
      settle(connection);
    });
  }

  /** Ends all connections: those that are being answered when they have been, or when the time is up. No new ones are taken. */
  async drain(): Promise<void> {
    this.#drained = Promise.withResolvers<void>();
    for (const [socket, { requests }] of this.#connections) if (requests === 0) socket.destroy();
    if (this.#connections.size === 0) return;
    const { clock, limits } = this.#options;
    using _deadline = clock.after(limits.shutdownGraceMs, () => {
      for (const socket of this.#connections.keys()) socket.destroy();
    });
    await this.#drained.promise;
  }

  #handleConnection(socket: Socket): void {
    if (this.#drained !== undefined) {
      socket.destroy();
      return;
    }
    const { trustProxy } = this.#options;
    const key = keyOf(socket);
    const connection: Connection = {
      requests: 0,
      held: 0,
      place: undefined,
      socket,
      tcp: socket,
      forget: () => this.#forget(connection, key),
      evict: () => connection.socket.destroy(),
    };
    connection.place = this.#places.take(
      trustProxy ? PROXY : networkOf(socket.remoteAddress ?? 'unknown'),
      connection,
    );
    this.#connections.set(socket, connection);
    if (this.#options.hasTls) this.#unsettled.set(key, connection);
    socket.on('close', connection.forget);
  }

  #handleSecured(secured: Socket): void {
    const key = keyOf(secured);
    const connection = this.#unsettled.get(key);
    if (connection === undefined) return;
    this.#unsettled.delete(key);
    this.#connections.delete(connection.socket);
    connection.socket = secured;
    this.#connections.set(secured, connection);
  }

  #forget(connection: Connection, key: string): void {
    connection.place?.[Symbol.dispose]();
    this.#connections.delete(connection.socket);
    if (this.#unsettled.get(key) === connection) this.#unsettled.delete(key);
    if (this.#connections.size === 0) this.#drained?.resolve();
  }
}

function settle({ place, held, requests }: Connection): void {
  place?.countAs(held > 0 ? undefined : requests > 0 ? 'busy' : 'idle');
}

/** Both ends of a connection. */
function keyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(' ');
}
