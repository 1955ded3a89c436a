/** @module One client's relay, as the library sees it: an address of this machine. */
import type { Socket } from 'node:dgram';
import { bindNow } from './bind-now.ts';
import { readAttributes, StunAttribute, StunType, type Endpoint } from './stun-message.ts';

/** What a {@link Passage} needs. */
export interface PassageOptions {
  /** An address of this machine that the library can send to. */
  readonly address: string;
  /** The port of the library's socket. */
  readonly nativePort: () => number | undefined;
  /** Whether the client chooses the way, and not the library. */
  readonly isChosenByClient: boolean;
  /** What the library says to the relay. */
  readonly handleMessage: (message: Uint8Array, relay: Endpoint) => void;
  readonly handleError: (error: Error) => void;
}

/** Most datagrams of a handshake that wait. Reason: the first flight of a browser is two; what is lost is sent again after a second. */
const MAX_EARLY = 8;

/** How long the library's thread takes to go over to a way that was chosen, in milliseconds. */
const SETTLE_MS = 10;

/** Longest time that a handshake waits, in milliseconds. */
const MAX_WAIT_MS = 1000;

/** The first byte of STUN messages is below this (RFC 7983 section 7). */
const FIRST_BYTE_AFTER_STUN = 4;

/** A socket between the library and one relay. */
export class Passage {
  /** Where the library finds it. */
  readonly endpoint: Endpoint;
  readonly #socket: Socket;
  readonly #options: PassageOptions;
  #relay: Endpoint | undefined;
  /**
   * The client's handshake, while the library does not use this way: it would answer by another that leads to the same relay, where the
   * client does not listen, and notice after a second.
   */
  #early: Uint8Array[] | undefined = [];
  #isAnswered = false;
  #isChosen: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PassageOptions) {
    const { address, nativePort, handleMessage, handleError } = options;
    this.#options = options;
    this.#isChosen = !options.isChosenByClient;
    this.#socket = bindNow(address);
    this.endpoint = { address, port: this.#socket.address().port };
    this.#socket.on('error', handleError);
    this.#socket.on('message', (message, { port }) => {
      // Any program of this machine can send here.
      if (port === nativePort() && this.#relay !== undefined) handleMessage(message, this.#relay);
    });
  }

  /** From now on what the library says here goes to that relay. */
  leadTo(relay: Endpoint): void {
    this.#relay = relay;
  }

  /** A message of the relay, for the library. */
  deliver(message: Uint8Array): void {
    if (this.#early === undefined) return this.#send(message);
    if (!isStun(message)) return this.#keep(message, this.#early);
    this.#send(message);
    this.#isAnswered ||= readAttributes(message, StunType.bindingResponse) !== undefined;
    this.#isChosen ||= isNomination(message);
    if (this.#isAnswered && this.#isChosen) this.#releaseIn(SETTLE_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #keep(message: Uint8Array, early: Uint8Array[]): void {
    if (early.length < MAX_EARLY) early.push(message);
    if (this.#timer === undefined) this.#releaseIn(MAX_WAIT_MS);
  }

  #releaseIn(delayMs: number): void {
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
  const attributes = readAttributes(message, StunType.bindingRequest);
  return attributes?.some(({ type }) => type === StunAttribute.useCandidate) === true;
}

function isStun(message: Uint8Array): boolean {
  return (message[0] ?? 0) < FIRST_BYTE_AFTER_STUN;
}

/** UDP may lose what it is given; those who talk over it send it again. */
export function ignoreLoss(): void {
  // Nothing to do: without a callback the socket would emit an error.
}
