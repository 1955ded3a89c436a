/** @module A local UDP socket that represents one TURN relay of a client to the library. */
import type { Socket } from 'node:dgram';
import { StunAttribute, StunType, type StunEndpoint } from '@longwire/protocol';
import { bindUdpSocket } from './bind-udp-socket.ts';
import { attributesOf } from './stun-check.ts';

/** Options of {@link RelaySocket}. */
export interface RelaySocketOptions {
  /** An address of this machine that the library can send to. */
  readonly address: string;
  /** The port of the library's socket. */
  readonly nativePort: () => number | undefined;
  /** Whether the client is the controlling ICE agent, which nominates the candidate pair. */
  readonly isClientControlling: boolean;
  /** Called with each datagram that the library sends to the relay. */
  readonly handleMessage: (message: Uint8Array, relay: StunEndpoint) => void;
  readonly handleError: (error: Error) => void;
}

/** Most delayed DTLS datagrams. Reason: a browser's first flight is two datagrams, and it repeats lost ones after a second. */
const MAX_EARLY = 8;

/** How long the library's thread takes to switch to a nominated candidate pair, in milliseconds. */
const SETTLE_MS = 10;

/** Longest time that DTLS datagrams are delayed, in milliseconds. */
const MAX_WAIT_MS = 1000;

/** The first byte of STUN messages is below this (RFC 7983 section 7). */
const FIRST_BYTE_AFTER_STUN = 4;

/** Forwards datagrams between the library and one relay. */
export class RelaySocket {
  /** The address that the library sends to. */
  readonly endpoint: StunEndpoint;
  readonly #socket: Socket;
  readonly #options: RelaySocketOptions;
  #relay: StunEndpoint | undefined;
  /**
   * The client's DTLS datagrams, delayed until the library uses this candidate pair: before, it would answer through another pair with the
   * same relay, on which the client does not listen, and would notice only after a second.
   */
  #early: Uint8Array[] | undefined = [];
  #isAnswered = false;
  #isNominated: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RelaySocketOptions) {
    const { address, nativePort, handleMessage, handleError } = options;
    this.#options = options;
    this.#isNominated = !options.isClientControlling;
    this.#socket = bindUdpSocket(address);
    this.endpoint = { address, port: this.#socket.address().port };
    this.#socket.on('error', handleError);
    this.#socket.on('message', (message, { port }) => {
      // Other programs on this machine can send to this port too.
      if (port === nativePort() && this.#relay !== undefined) handleMessage(message, this.#relay);
    });
  }

  /** Sets the relay to which the library's datagrams are forwarded. */
  connectTo(relay: StunEndpoint): void {
    this.#relay = relay;
  }

  /** Forwards a datagram of the relay to the library. */
  deliver(message: Uint8Array): void {
    if (this.#early === undefined) return this.#send(message);
    if (!isStun(message)) return this.#delay(message, this.#early);
    this.#send(message);
    this.#isAnswered ||= attributesOf(message, StunType.bindingResponse) !== undefined;
    this.#isNominated ||= isNomination(message);
    if (this.#isAnswered && this.#isNominated) this.#releaseAfter(SETTLE_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #delay(message: Uint8Array, early: Uint8Array[]): void {
    if (early.length < MAX_EARLY) early.push(message);
    if (this.#timer === undefined) this.#releaseAfter(MAX_WAIT_MS);
  }

  #releaseAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const message of this.#early ?? []) this.#send(message);
      this.#early = undefined;
    }, delayMs);
  }

  #send(message: Uint8Array): void {
    const port = this.#options.nativePort();
    if (port !== undefined) this.#socket.send(message, port, this.#options.address, ignoreLoss);
  }
}

function isNomination(message: Uint8Array): boolean {
  const attributes = attributesOf(message, StunType.bindingRequest);
  return attributes?.some(({ type }) => type === StunAttribute.useCandidate) === true;
}

function isStun(message: Uint8Array): boolean {
  return (message[0] ?? 0) < FIRST_BYTE_AFTER_STUN;
}

/** Ignores send errors: UDP may lose datagrams, and both sides retransmit. */
export function ignoreLoss(): void {
  // Without a callback the socket would emit an error.
}
