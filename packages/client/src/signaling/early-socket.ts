/**
 * @module A socket that says its first messages while it opens (`early/1`, docs/protocol/early.md). For whoever uses it, it is open at once;
 * a service that does not take it gets the same messages as frames of another socket.
 */
import { earlySubprotocol } from '@longwire/protocol/peer';
import type { Clock } from '../time/clock.ts';
import type { SocketClass, SocketEvents, SocketLike } from './signaling-socket.ts';

/**
 * How long the socket waits for the offer, in milliseconds. Reason: a peer connection has made it, with a candidate inside, within ten, and what
 * is gained is a round trip of more than that.
 */
export const EARLY_PATIENCE_MS = 20;

/** From so long an opening on, in milliseconds, it is worth it: an opening is two round trips and more, of which one is saved. */
export const EARLY_WORTH_MS: number = 2 * EARLY_PATIENCE_MS;

/** How long the service may say nothing once the socket is open, in milliseconds: what was said early is answered behind its opening. */
export const EARLY_ANSWER_MS = 500;

/** The offer, which has its first candidate inside. */
const OFFER = '{"type":0,';

const NORMAL_CLOSURE = 1000;

/** What an early socket is made with. */
export interface EarlySocketOptions {
  readonly WebSocket: SocketClass;
  readonly clock: Clock;
  /** The next one is not to be early: what was said so is lost on the way where another socket opens, or the service is too near for it. */
  readonly onUseless: (isRefused: boolean) => void;
}

/** The class to be used in place of the browser's for one connection. */
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
  /** What is to be said; kept until the service has answered. */
  #texts: string[] = [];
  #isAnswered = false;
  #socket: SocketLike | undefined;
  #isOpen = false;
  /** What was said early was for nothing. */
  #isRefused = false;
  #stopTimer: () => void;

  constructor(url: string, protocol: string | string[], options: EarlySocketOptions) {
    this.#options = options;
    this.#url = url;
    this.#protocol = protocol;
    this.#stopTimer = options.clock.schedule(EARLY_PATIENCE_MS, () => this.#dialEarly());
    queueMicrotask(() => this.#tell('open', new Event('open')));
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
    else if (this.#socket === undefined && text.startsWith(OFFER)) this.#dialEarly();
  }

  close(code?: number): void {
    this.#stopTimer();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(code);
  }

  #dialEarly(): void {
    this.#stopTimer();
    const name = earlySubprotocol(this.#texts);
    if (name === undefined) this.#dial(0, [this.#protocol].flat());
    else this.#dial(this.#texts.length, [this.#protocol, name].flat());
  }

  /** As many of the messages are said by the protocols, which may be for nothing. */
  #dial(said: number, protocols: string[]): void {
    const { WebSocket, clock, onUseless } = this.#options;
    const startedMs = nowOf(clock);
    const socket = new WebSocket(this.#url, protocols);
    this.#socket = socket;
    let isInDoubt = said > 0;
    const startAgain = (): void => {
      if (this.#socket !== socket) return;
      this.#isRefused = true;
      this.#isOpen = false;
      this.#dial(0, [this.#protocol].flat());
      socket.close(NORMAL_CLOSURE);
    };
    const pass = <K extends keyof SocketEvents>(type: K, event: SocketEvents[K]): void => {
      if (this.#socket === socket) this.#tell(type, event);
    };
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#isOpen = true;
      for (const text of this.#texts.slice(said)) socket.send(text);
      // Not sooner: where nothing opens it was not the name.
      if (this.#isRefused) onUseless(true);
      if (!isInDoubt) return;
      if (nowOf(clock) - startedMs < EARLY_WORTH_MS) onUseless(false);
      this.#stopTimer = clock.schedule(EARLY_ANSWER_MS, startAgain);
    });
    socket.addEventListener('message', (event) => {
      if (isInDoubt) this.#stopTimer();
      isInDoubt = false;
      if (this.#socket !== socket) return;
      this.#isAnswered = true;
      this.#texts = [];
      this.#tell('message', event);
    });
    // What does not open may be a proxy that has no room for so long a name.
    socket.addEventListener('error', (event) => {
      if (isInDoubt && !this.#isOpen) startAgain();
      else pass('error', event);
    });
    socket.addEventListener('close', (event) => {
      this.#stopTimer();
      pass('close', event);
    });
  }

  #tell<K extends keyof SocketEvents>(type: K, event: SocketEvents[K]): void {
    for (const listener of this.#listeners[type]) listener(event);
  }
}

function nowOf(clock: Clock): number {
  return clock.now?.() ?? performance.now();
}
