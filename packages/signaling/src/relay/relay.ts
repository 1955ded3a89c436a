/** @module The relay: accepts WebSockets, and closes them when the service stops. */
import { ATTACHMENT_SUBPROTOCOL, CloseCode, earlyMessages, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { WebSocketServer, type ServerOptions } from 'ws';
import type { LiveConnections } from '../ports/live.ts';
import { addressOf } from '../request/address.ts';
import { requestIdOf } from '../request/request-id.ts';
import { ClientSocket } from './client-socket.ts';
import { DeviceSocket } from './device-socket.ts';
import type { Handshake, HandshakeRequest } from './handshake.ts';
import type { RelayPorts } from './relay-ports.ts';
import { createShared, type RelayShared } from './relay-shared.ts';
import { judgeUpgrade, type PageOrigins } from './upgrade-gate.ts';
import { after, every } from '@longwire/protocol';

/** Interval at which the last-seen time of attached devices is updated, in milliseconds. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Most fragments of a message. Reason: each takes a buffer; browsers send one, and libraries a handful. */
const MAX_FRAGMENTS = 128;

/**
 * Smallest average size of the chunks in which a frame may arrive, in bytes. Reason: each chunk takes a
 * buffer until the frame is complete.
 */
const MEAN_CHUNK_BYTES = 64;

/** Options of {@link Relay}. */
export interface RelayOptions extends PageOrigins {
  readonly ports: RelayPorts;
  /** The service's host that device proofs must name; default: each request's Host header. */
  readonly publicHost: string | undefined;
  readonly trustProxy: boolean;
  /** The id of this node. */
  readonly node: string;
}

/** All sockets of this node. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #shared: RelayShared;
  readonly #clientServer: WebSocketServer;
  readonly #deviceServer: WebSocketServer;
  readonly #lastSeenTimer: Disposable;
  #isClosing = false;

  constructor(options: RelayOptions) {
    const { limits, clock } = options.ports;
    this.#options = options;
    this.#shared = createShared(options.ports, options.node);
    this.#clientServer = serverFor(SIGNALING_SUBPROTOCOL, limits.frameBytes, limits.closeTimeoutMs);
    this.#deviceServer = serverFor(
      ATTACHMENT_SUBPROTOCOL,
      limits.attachmentFrameBytes,
      limits.closeTimeoutMs,
    );
    this.#lastSeenTimer = every(clock, LAST_SEEN_INTERVAL_MS, () => this.#updateLastSeen());
  }

  /** The current connections. */
  get live(): LiveConnections {
    return this.#shared.live;
  }

  /** The number of sockets. */
  get size(): number {
    return this.#shared.slots.size;
  }

  /** Opens the requested WebSocket, or responds with an error status. */
  take(handshake: Handshake): void {
    const { request } = handshake;
    const { trustProxy } = this.#options;
    const requestId = requestIdOf(request, trustProxy);
    const refuse = (status: number, headers?: Readonly<Record<string, string>>): void =>
      handshake.refuse(status, requestId, headers);
    if (this.#isClosing) return refuse(503);
    const verdict = handshake.fault ?? judgeUpgrade(request, this.#options);
    if (verdict.kind === 'refused') return refuse(verdict.status, verdict.headers);
    if (!this.#shared.slots.hasRoom) return refuse(503);
    const address = addressOf(request, trustProxy);
    const isDevice = verdict.kind === 'device';
    const { keep } = handshake;
    handshake.open(isDevice ? this.#deviceServer : this.#clientServer, (socket) => {
      const options = { socket, shared: this.#shared, origin: { requestId, address }, keep };
      if (isDevice) void new DeviceSocket({ ...options, audience: this.#audienceOf(request) });
      else
        void new ClientSocket({
          ...options,
          early: earlyMessages(request.headers['sec-websocket-protocol']),
        });
    });
    return undefined;
  }

  /**
   * Closes every socket with 1012 and resolves when all are gone; sockets that do not answer in time are
   * terminated.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#lastSeenTimer[Symbol.dispose]();
    const { clock, limits, clients, devices, heartbeats } = this.#shared;
    clients.closeAll(CloseCode.serviceRestart);
    devices.closeAll(CloseCode.serviceRestart);
    using _deadline = after(clock, limits.closeTimeoutMs, () => {
      clients.terminateAll();
      devices.terminateAll();
    });
    await Promise.all([clients.emptied(), devices.emptied()]);
    heartbeats[Symbol.dispose]();
  }

  #audienceOf({ headers }: HandshakeRequest): string {
    return (this.#options.publicHost ?? headers.host ?? '').toLowerCase();
  }

  #updateLastSeen(): void {
    for (const device of this.#shared.live.devices()) this.#shared.lastSeen.note(device);
  }
}

function serverFor(subprotocol: string, maxPayload: number, closeTimeout: number): WebSocketServer {
  const options: ServerOptions & Record<'closeTimeout' | 'maxFragments' | 'maxBufferedChunks', number> = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: Math.max(MAX_FRAGMENTS, Math.ceil(maxPayload / MEAN_CHUNK_BYTES)),
    closeTimeout,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  };
  return new WebSocketServer(options);
}
