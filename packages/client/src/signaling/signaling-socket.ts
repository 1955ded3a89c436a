/** @module The signaling WebSocket: received frames parsed, sent messages encoded. */
import type { Listenable, Logger, SignalingMessage } from '@longwire/protocol';
import { Emitter, waitFor } from '@longwire/protocol/base';
import {
  encodeSignalingMessage,
  parseSignalingMessage,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol/signaling';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';

/** Why a signaling socket was lost. */
export type SignalingLoss =
  | {
      readonly type: 'signaling-closed';
      readonly closeCode: number;
      readonly reason: string;
      /** The browser's event. */
      readonly event?: CloseEvent;
    }
  | { readonly type: 'signaling-failed' };

interface SignalingSocketEvents {
  open: [];
  message: [message: SignalingMessage];
  lost: [loss: SignalingLoss];
}

/** The events of a socket. */
export interface SocketEvents {
  open: Event;
  message: MessageEvent;
  close: CloseEvent;
  error: Event;
}

/** The part of a WebSocket that is used. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener<K extends keyof SocketEvents>(type: K, listener: (event: SocketEvents[K]) => void): void;
  removeEventListener<K extends keyof SocketEvents>(
    type: K,
    listener: (event: SocketEvents[K]) => void,
  ): void;
}

/** Creates sockets like the browser's class. */
export type SocketClass = new (url: string, protocols: string | string[]) => SocketLike;

/** Options of {@link SignalingSocket}. */
export interface SignalingSocketOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  readonly logger: Logger;
}

/** The close code of a client that is done. */
const NORMAL_CLOSURE = 1000;

/** One WebSocket to a signaling service. Malformed messages are ignored and logged. */
export class SignalingSocket implements Listenable<SignalingSocketEvents> {
  readonly #socket: SocketLike;
  readonly #logger: Logger;
  readonly #emitter: Emitter<SignalingSocketEvents>;
  readonly #scope: Scope;
  /** Resolves when the socket has closed, which ends later than `close()`: the service takes part in it. */
  readonly closed: Promise<void>;
  #closeReason: string | undefined;

  constructor(options: SignalingSocketOptions) {
    const { logger } = options;
    this.#logger = logger;
    this.#emitter = new Emitter((event, error) =>
      logger.error('signaling.listener-failed', { event, error }),
    );
    this.#scope = new Scope((error) => logger.warn('signaling.release-failed', { error }));
    this.#socket = new options.WebSocket(options.url, SIGNALING_SUBPROTOCOL);
    this.closed = new Promise((resolve) => {
      const stop = listen<'close', CloseEvent>(this.#socket, 'close', () => {
        stop();
        resolve();
      });
    });
    this.#scope.add(() => this.#socket.close(NORMAL_CLOSURE, this.#closeReason));
    this.#scope.add(listen<'open', Event>(this.#socket, 'open', () => this.#emitter.emit('open')));
    this.#scope.add(
      listen<'message', MessageEvent>(this.#socket, 'message', (event) => this.#handleFrame(event.data)),
    );
    this.#scope.add(
      listen<'close', CloseEvent>(this.#socket, 'close', (event) => {
        const { code: closeCode, reason } = event;
        this.#emitter.emit('lost', { type: 'signaling-closed', closeCode, reason, event });
      }),
    );
    this.#scope.add(
      listen<'error', Event>(this.#socket, 'error', () =>
        this.#emitter.emit('lost', { type: 'signaling-failed' }),
      ),
    );
  }

  on<K extends keyof SignalingSocketEvents>(
    event: K,
    listener: (...args: SignalingSocketEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Resolves when the socket is open. */
  opened(signal: AbortSignal): Promise<void> {
    return waitFor<void>({ owner: signal }, ({ resolve }) => this.on('open', resolve));
  }

  send(message: SignalingMessage): void {
    const text = encodeSignalingMessage(message);
    this.#logger.debug('signaling.send', { kind: message.kind, characters: text.length });
    this.#socket.send(text);
  }

  /** Closes the socket and stops all listening; safe to repeat. The reason has at most 123 bytes. */
  close(reason?: string): void {
    this.#closeReason = reason;
    this.#scope.disposeAll();
    this.#emitter.clear();
  }

  #handleFrame(data: unknown): void {
    if (typeof data !== 'string') {
      this.#logger.warn('signaling.ignored', { reason: 'frame is not text' });
      return;
    }
    const parsed = parseSignalingMessage(data);
    if (!parsed.ok) {
      this.#logger.warn('signaling.ignored', { reason: parsed.reason });
      return;
    }
    this.#logger.debug('signaling.receive', { kind: parsed.value.kind });
    this.#emitter.emit('message', parsed.value);
  }
}

/** Whether a message is of a kind. */
export function isKind<K extends SignalingMessage['kind']>(
  message: SignalingMessage,
  kind: K,
): message is Extract<SignalingMessage, { kind: K }> {
  return message.kind === kind;
}
