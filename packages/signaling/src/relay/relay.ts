/** @module The relay: takes WebSocket upgrades, and ends them all when the service stops. */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ATTACHMENT_SUBPROTOCOL,
  CloseCode,
  MAX_ATTACHMENT_TEXT_LENGTH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { addressOf, networkOf } from './address.ts';
import { ClientConnection } from './client-connection.ts';
import { DeviceConnection } from './device-connection.ts';
import type { RelayPorts } from './relay-ports.ts';
import { Tally } from './tally.ts';
import { judgeUpgrade } from './upgrade-gate.ts';

/** What the relay needs besides its collaborators. */
export interface RelayOptions {
  readonly ports: RelayPorts;
  /** Origins of pages that may connect; an empty list means any. */
  readonly allowedOrigins: readonly string[];
  /** The service's host as devices have to name it; without, the one of each request's Host header. */
  readonly publicHost: string | undefined;
  readonly trustProxy: boolean;
}

interface Closable {
  end(code: number): void;
}

/** All sockets of this node. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #clientServer: WebSocketServer;
  readonly #deviceServer: WebSocketServer;
  readonly #perNetwork: Tally;
  readonly #sockets = new Set<WebSocket>();
  readonly #clients = new Set<Closable>();
  readonly #devices = new Set<Closable>();
  readonly #drained = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(options: RelayOptions) {
    const { limits } = options.ports;
    this.#options = options;
    this.#perNetwork = new Tally(limits.socketsPerAddress);
    this.#clientServer = serverFor(SIGNALING_SUBPROTOCOL, limits.frameBytes, limits.closeTimeoutMs);
    this.#deviceServer = serverFor(ATTACHMENT_SUBPROTOCOL, MAX_ATTACHMENT_TEXT_LENGTH, limits.closeTimeoutMs);
  }

  /** Takes one upgrade request, or answers it with a status. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (this.#isClosing) return refuse(socket, 503);
    const verdict = judgeUpgrade(request, this.#options.allowedOrigins);
    if (verdict.kind === 'refused') return refuse(socket, verdict.status);
    const place = this.#perNetwork.take(networkOf(addressOf(request, this.#options.trustProxy)));
    if (place === undefined) return refuse(socket, 429);
    socket.once('close', () => place[Symbol.dispose]());
    const isDevice = verdict.kind === 'device';
    const server = isDevice ? this.#deviceServer : this.#clientServer;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      if (isDevice) this.#addDevice(webSocket, request);
      else this.#addClient(webSocket);
    });
    return undefined;
  }

  /** Closes every socket with 1012 and resolves when all are gone; one that does not answer in time is cut. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const { clock, limits } = this.#options.ports;
    for (const client of this.#clients) client.end(CloseCode.serviceRestart);
    for (const device of this.#devices) device.end(CloseCode.serviceRestart);
    if (this.#sockets.size === 0) return;
    using _deadline = clock.after(limits.closeTimeoutMs, () => this.#cutAll());
    await this.#drained.promise;
  }

  #addClient(socket: WebSocket): void {
    this.#track(socket, this.#clients, new ClientConnection(socket, this.#options.ports));
  }

  #addDevice(socket: WebSocket, request: IncomingMessage): void {
    const audience = (this.#options.publicHost ?? request.headers.host ?? '').toLowerCase();
    const device = new DeviceConnection({ socket, ports: this.#options.ports, audience });
    this.#track(socket, this.#devices, device);
  }

  #track(socket: WebSocket, group: Set<Closable>, connection: Closable): void {
    this.#sockets.add(socket);
    group.add(connection);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      group.delete(connection);
      if (this.#isClosing && this.#sockets.size === 0) this.#drained.resolve();
    });
  }

  #cutAll(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

function serverFor(subprotocol: string, maxPayload: number, closeTimeout: number): WebSocketServer {
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    closeTimeout,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  };
  return new WebSocketServer(options);
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
