/**
 * @module A socket that sends its first messages while it opens (`early/1`, docs/protocol/early.md). To its user it
 * is open at once; a service without the extension gets the same messages as frames of another socket.
 */
import { earlySubprotocol } from '@longwire/protocol/peer';
import type { Clock } from '@longwire/protocol';
import type { SocketClass, SocketEvents, SocketLike } from './signaling-socket.ts';

/**
 * How long the socket waits for the offer, in milliseconds. Reason: a peer connection creates it, including a
 * candidate, within ten; the round trip saved takes longer than that.
 */
export const EARLY_PATIENCE_MS = 20;

/** An opening of at least this many milliseconds makes it worthwhile: it takes two round trips or more, of which one is saved. */
export const EARLY_WORTH_MS: number = 2 * EARLY_PATIENCE_MS;

/** How long the service may be silent once the socket is open, in milliseconds: it answers early messages right after opening. */
export const EARLY_ANSWER_MS = 500;

/** The start of an offer message, whose SDP contains its first candidate. */
const OFFER = '{"type":0,';

const NORMAL_CLOSURE = 1000;

/** Options of {@link earlySocketClass}. */
export interface EarlySocketOptions {
  readonly WebSocket: SocketClass;
  readonly clock: Clock;
  /**
   * Called if the next socket should not be early: early messages get lost on the way, or the service is too near to
   * gain from them.
   */
  readonly onUseless: (isRefused: boolean) => void;
}

/** A socket class for one connection, in place of the browser's. */
export function earlySocketClass(options: EarlySocketOptions): SocketClass {
  return class extends EarlySocket {
    constructor(url: string, protocol: string | string[]) {
      super(url, protocol, options);
    }
  };
}

type Listeners = { readonly [K in keyof SocketEvents]: Set<(event: SocketEvents[K]) => void> };

class EarlySocket implements SocketLike {
  readonly #options: EarlySocketOptions;
  readonly #url: string;
  readonly #protocol: string | string[];
  readonly #listeners: Listeners = {
    open: new Set(),
    message: new Set(),
    close: new Set(),
    error: new Set(),
  };
  /** Messages to send; kept until the service has answered. */
  #texts: string[] = [];
  #isAnswered = false;
  #socket: SocketLike | undefined;
  #isOpen = false;
  /** The early messages were lost. */
  #isRefused = false;
  #isClosing = false;
  #stopTimer: () => void;

  constructor(url: string, protocol: string | string[], options: EarlySocketOptions) {
    this.#options = options;
    this.#url = url;
    this.#protocol = protocol;
    this.#stopTimer = options.clock.schedule(EARLY_PATIENCE_MS, () => this.#connectEarly());
    queueMicrotask(() => this.#dispatch('open', new Event('open')));
  }

  addEventListener<K extends keyof SocketEvents>(type: K, listener: (event: SocketEvents[K]) => void): void {
    this.#listeners[type].add(listener);
  }

  removeEventListener<K extends keyof SocketEvents>(
    type: K,
    listener: (event: SocketEvents[K]) => void,
  ): void {
    this.#listeners[type].delete(listener);
  }

  send(text: string): void {
    if (!this.#isAnswered) this.#texts.push(text);
    if (this.#isOpen) this.#socket?.send(text);
    else if (this.#socket === undefined && text.startsWith(OFFER)) this.#connectEarly();
  }

  close(code?: number, reason?: string): void {
    this.#stopTimer();
    this.#isClosing = true;
    if (this.#socket !== undefined) this.#socket.close(code, reason);
    else queueMicrotask(() => this.#dispatch('close', new CloseEvent('close', { code: NORMAL_CLOSURE })));
  }

  #connectEarly(): void {
    this.#stopTimer();
    const name = earlySubprotocol(this.#texts);
    if (name === undefined) this.#connect(0, [this.#protocol].flat());
    else this.#connect(this.#texts.length, [this.#protocol, name].flat());
  }

  /** Opens a socket whose protocols carry the first `sentEarly` messages, which may get lost. */
  #connect(sentEarly: number, protocols: string[]): void {
    const { WebSocket, clock, onUseless } = this.#options;
    const startedMs = clock.monotonic();
    const socket = new WebSocket(this.#url, protocols);
    this.#socket = socket;
    let isInDoubt = sentEarly > 0;
    const startAgain = (): void => {
      if (this.#socket !== socket || this.#isClosing) return;
      this.#isRefused = true;
      this.#isOpen = false;
      this.#connect(0, [this.#protocol].flat());
      socket.close(NORMAL_CLOSURE);
    };
    const pass = <K extends keyof SocketEvents>(type: K, event: SocketEvents[K]): void => {
      if (this.#socket === socket) this.#dispatch(type, event);
    };
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#isOpen = true;
      for (const text of this.#texts.slice(sentEarly)) socket.send(text);
      // Only now: if no socket opens at all, the protocol name is not the cause.
      if (this.#isRefused) onUseless(true);
      if (!isInDoubt) return;
      if (clock.monotonic() - startedMs < EARLY_WORTH_MS) onUseless(false);
      this.#stopTimer = clock.schedule(EARLY_ANSWER_MS, startAgain);
    });
    socket.addEventListener('message', (event) => {
      if (isInDoubt) this.#stopTimer();
      isInDoubt = false;
      if (this.#socket !== socket) return;
      this.#isAnswered = true;
      this.#texts = [];
      this.#dispatch('message', event);
    });
    // The opening may fail at a proxy without room for so long a name.
    socket.addEventListener('error', (event) => {
      if (isInDoubt && !this.#isOpen) startAgain();
      else pass('error', event);
    });
    socket.addEventListener('close', (event) => {
      this.#stopTimer();
      pass('close', event);
    });
  }

  #dispatch<K extends keyof SocketEvents>(type: K, event: SocketEvents[K]): void {
    for (const listener of this.#listeners[type]) listener(event);
  }
}
