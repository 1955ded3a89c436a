/**
 * @module A second socket of a peer connection, for clients that use TURN over TCP or TLS. The library rejects their connectivity checks
 * because the tiebreaker is zero; the proxy replaces the zero and shows the library each relay as a local address (ADR 22).
 */
import type { Socket } from 'node:dgram';
import type { Logger, StunEndpoint } from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import { relaySocketCandidate } from './proxied-candidate.ts';
import { bindUdpSocket } from './bind-udp-socket.ts';
import { ignoreLoss, RelaySocket } from './relay-socket.ts';
import { withMappedAddress, withTiebreaker } from './stun-check.ts';

/** Most relays of one client. Reason: a client has one for each TCP or TLS address of the TURN server. */
export const MAX_RELAY_SOCKETS = 4;

/**
 * How long the proxy waits for a connection without it if the library is the controlling agent, in milliseconds. Reason: the
 * library nominates the first pair that works unless a better one is pending, and nominates one after two seconds at the latest.
 */
export const OPEN_DELAY_MS = 1000;

const MAX_PORT = 65_535;

const ANY_ADDRESS = '0.0.0.0';
const LOOPBACK_ADDRESS = '127.0.0.1';

/** Options of {@link TurnTcpProxy}. */
export interface TurnTcpProxyOptions {
  /** The IPv4 address that the library is bound to; undefined for all interfaces. */
  readonly bindAddress: string | undefined;
  /** The device's ICE password, with which clients sign their checks. */
  readonly password: () => string | undefined;
  /** The port of the library's socket. */
  readonly nativePort: () => number | undefined;
  /** Adds a remote candidate to the library. */
  readonly addCandidate: (line: string) => void;
  readonly logger: Logger;
}

type ProxyState =
  | { readonly kind: 'shut' }
  | { readonly kind: 'held'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' };

/** The TURN-TCP proxy of one peer connection. */
export class TurnTcpProxy {
  /** The UDP port that clients send to. */
  readonly port: number;
  readonly #options: TurnTcpProxyOptions;
  readonly #socket: Socket;
  readonly #relaySockets = new Map<string, RelaySocket>();
  /** Relays that the client has signaled before the proxy opened. */
  #pendingRelays: StunEndpoint[] = [];
  /** Opened in advance by {@link hold}; the first relay takes it. */
  #reserve: RelaySocket | undefined;
  #handleUnclaimed: ((message: Uint8Array) => void) | undefined;
  #state: ProxyState = { kind: 'shut' };

  constructor(options: TurnTcpProxyOptions) {
    this.#options = options;
    this.#socket = bindUdpSocket(options.bindAddress ?? ANY_ADDRESS);
    this.#socket.on('error', (error) => this.#logError(error));
    this.#socket.on('message', (message, from) => this.#handleMessage(message, from));
    this.port = this.#socket.address().port;
  }

  /** Starts to forward: the client is the controlling agent, or no other candidate pair has worked. */
  open(): void {
    if (this.#state.kind === 'closed' || this.#state.kind === 'open') return;
    if (this.#state.kind === 'held') clearTimeout(this.#state.timer);
    this.#state = { kind: 'open' };
    for (const relay of this.#pendingRelays.splice(0)) this.#relaySocketFor(relay);
  }

  /**
   * For a controlling library: adds a candidate that is better than all others and does not answer yet, so that the library does not
   * nominate a pair that works in one direction only. The proxy opens after {@link OPEN_DELAY_MS}.
   */
  hold(): void {
    if (this.#state.kind !== 'shut') return;
    this.#state = { kind: 'held', timer: setTimeout(() => this.open(), OPEN_DELAY_MS) };
    this.#reserve = this.#tryOpenRelaySocket();
  }

  /** Closes a proxy that has not opened yet, because the client has connected without it. */
  handleConnected(): void {
    if (this.#state.kind === 'held') this.close();
  }

  /** Takes a relay that the client has signaled. */
  handleRelay(relay: StunEndpoint): void {
    if (this.#state.kind === 'open') this.#relaySocketFor(relay);
    else if (this.#pendingRelays.length < MAX_RELAY_SOCKETS) this.#pendingRelays.push(relay);
  }

  /** Sends a request to a STUN server; `handleUnclaimed` is called with every later datagram that belongs to no client. */
  ask(server: StunEndpoint, request: Uint8Array, handleUnclaimed: (message: Uint8Array) => void): void {
    this.#handleUnclaimed = handleUnclaimed;
    this.#send(request, server);
  }

  /** Closes all sockets. Idempotent. */
  close(): void {
    if (this.#state.kind === 'closed') return;
    if (this.#state.kind === 'held') clearTimeout(this.#state.timer);
    this.#state = { kind: 'closed' };
    this.#socket.close();
    this.#reserve?.close();
    for (const relaySocket of this.#relaySockets.values()) relaySocket.close();
  }

  #handleMessage(message: Uint8Array, from: StunEndpoint): void {
    const password = this.#options.password();
    const repaired = password === undefined ? undefined : withTiebreaker(message, password);
    const relaySocket = this.#relaySockets.get(keyOf(from));
    if (relaySocket !== undefined) relaySocket.deliver(repaired ?? message);
    // Only a relay of this client can send a check that the client has signed.
    else if (repaired !== undefined) this.#relaySocketFor(from)?.deliver(repaired);
    else this.#handleUnclaimed?.(message);
  }

  #relaySocketFor(relay: StunEndpoint): RelaySocket | undefined {
    if (this.#state.kind !== 'open' || !isPort(relay.port)) return undefined;
    const existing = this.#relaySockets.get(keyOf(relay));
    if (existing !== undefined || this.#relaySockets.size >= MAX_RELAY_SOCKETS) return existing;
    const relaySocket = this.#reserve ?? this.#tryOpenRelaySocket();
    this.#reserve = undefined;
    if (relaySocket === undefined) return undefined;
    relaySocket.connectTo(relay);
    this.#relaySockets.set(keyOf(relay), relaySocket);
    return relaySocket;
  }

  /** Returns undefined if the system has no more sockets: this relay cannot connect, and the others continue. */
  #tryOpenRelaySocket(): RelaySocket | undefined {
    try {
      return this.#openRelaySocket();
    } catch (error) {
      this.#logError(error);
      return undefined;
    }
  }

  #openRelaySocket(): RelaySocket {
    const { bindAddress = ANY_ADDRESS, nativePort, addCandidate } = this.#options;
    // A controlling library picks the pair by priority, so the relay must come first.
    const isBest = this.#state.kind === 'held';
    const relaySocket = new RelaySocket({
      address: bindAddress === ANY_ADDRESS ? LOOPBACK_ADDRESS : bindAddress,
      nativePort,
      isClientControlling: !isBest,
      handleMessage: (message, relay) => this.#sendTo(relay, message),
      handleError: (error) => this.#logError(error),
    });
    addCandidate(relaySocketCandidate(relaySocket.endpoint, isBest));
    return relaySocket;
  }

  #sendTo(relay: StunEndpoint, message: Uint8Array): void {
    const password = this.#options.password();
    const answer = password === undefined ? undefined : withMappedAddress(message, relay, password);
    this.#send(answer ?? message, relay);
  }

  #send(message: Uint8Array, { address, port }: StunEndpoint): void {
    if (this.#state.kind !== 'closed') this.#socket.send(message, port, address, ignoreLoss);
  }

  #logError(error: unknown): void {
    this.#options.logger.debug('turn-tcp-proxy.failed', { reason: reasonOf(error) });
  }
}

/** A client may signal any number, and datagrams may come from port 0; the socket throws for a port outside the range. */
function isPort(port: number): boolean {
  return port >= 1 && port <= MAX_PORT;
}

function keyOf({ address, port }: StunEndpoint): string {
  return `${address}:${port}`;
}
