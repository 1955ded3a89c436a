/** @module Limits TCP connections that are not WebSockets, and closes them when the service stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import { networkOf } from './address.ts';
import { ConnectionSlots, type Evictable, type ConnectionSlot } from './connection-slots.ts';
import { after } from '@longwire/protocol';

/** The part of a request or stream that identifies its connection. */
interface Work {
  once(event: 'close', done: () => void): unknown;
}

/** Options of {@link ConnectionGate}. */
export interface ConnectionGateOptions {
  readonly server: Server;
  readonly limits: Pick<Limits, 'sockets' | 'connectionsPerAddress' | 'shutdownGraceMs'>;
  /** All connections come from the proxy, which has its own limits. */
  readonly trustProxy: boolean;
  readonly clock: Clock;
  /** The server terminates TLS: requests refer to a different socket than the TCP connection's. */
  readonly hasTls: boolean;
  /** Number of WebSockets: they use file descriptors as well. */
  readonly webSockets: () => number;
}

/**
 * HTTP connections allowed in addition to all sockets of a node. Reason: health checks must work even at the
 * socket limit.
 */
const HTTP_CONNECTIONS = 1_024;

/** Behind a proxy all connections have one address, and limits per address are up to the proxy. */
const PROXY = 'proxy';

interface Connection extends Evictable {
  /** Requests in progress. */
  requests: number;
  /** How many of them are logged-in WebSockets. */
  held: number;
  slot: ConnectionSlot | undefined;
  /** The socket of requests: the TCP socket, or TLS on it. */
  socket: Duplex;
  /** The TCP socket. */
  readonly tcp: Socket;
  readonly forget: () => void;
}

/**
 * Closes the oldest connections above the limits, including silent or very slow ones that never become
 * countable requests.
 */
export class ConnectionGate {
  readonly #options: ConnectionGateOptions;
  readonly #slots: ConnectionSlots;
  readonly #connections = new Map<Duplex, Connection>();
  /**
   * Connections before the end of their TLS handshake, by both addresses: Node reports TLS with a different
   * socket object.
   */
  readonly #unsettled = new Map<string, Connection>();
  readonly #answering = new WeakMap<Work, Connection>();
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: ConnectionGateOptions) {
    const { server, limits, trustProxy, webSockets } = options;
    this.#options = options;
    this.#slots = new ConnectionSlots({
      perNetwork: trustProxy ? Number.POSITIVE_INFINITY : limits.connectionsPerAddress,
      inAll: () => limits.sockets + HTTP_CONNECTIONS - webSockets(),
    });
    server.on('connection', (socket: Socket) => this.#handleConnection(socket));
    server.on('secureConnection', (socket: Socket) => this.#handleSecured(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      this.handleWork(socket, response),
    );
  }

  /**
   * Whether a request on the connection is in progress, whose response would end up in the middle of later
   * data.
   */
  isAnswering(socket: Duplex): boolean {
    return (this.#connections.get(socket)?.requests ?? 0) > 0;
  }

  /** The connection has become a WebSocket, which is counted elsewhere: stops tracking it. */
  release(socket: Duplex): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.tcp.off('close', connection.forget);
    connection.forget();
  }

  /** Counts work in progress on the connection until it closes. */
  handleWork(socket: Duplex, work: Work): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    this.#answering.set(work, connection);
    settle(connection);
    work.once('close', () => {
      connection.requests -= 1;
      settle(connection);
      // flushes the response before the connection ends
      if (this.#drained !== undefined && connection.requests === 0) connection.tcp.destroySoon();
    });
  }

  /** Marks the work as a logged-in WebSocket, which protects its connection from eviction until it closes. */
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

  /** Closes all connections, busy ones when their requests are done or time is up. Accepts no new ones. */
  async drain(): Promise<void> {
    this.#drained = Promise.withResolvers<void>();
    for (const [socket, { requests }] of this.#connections) if (requests === 0) socket.destroy();
    if (this.#connections.size === 0) return;
    const { clock, limits } = this.#options;
    using _deadline = after(clock, limits.shutdownGraceMs, () => {
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
      slot: undefined,
      socket,
      tcp: socket,
      forget: () => this.#forget(connection, key),
      evict: () => connection.socket.destroy(),
    };
    connection.slot = this.#slots.take(
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
    connection.slot?.[Symbol.dispose]();
    this.#connections.delete(connection.socket);
    if (this.#unsettled.get(key) === connection) this.#unsettled.delete(key);
    if (this.#connections.size === 0) this.#drained?.resolve();
  }
}

function settle({ slot, held, requests }: Connection): void {
  slot?.countAs(held > 0 ? undefined : requests > 0 ? 'busy' : 'idle');
}

/** Identifies a connection by both addresses. */
function keyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(' ');
}
