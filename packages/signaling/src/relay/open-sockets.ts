/** @module Open WebSockets, and what happens on them. */
import type { RawData, WebSocket } from 'ws';

/** Takes what happens on one socket. */
export interface SocketHandler {
  handleFrame(data: RawData, isBinary: boolean): void;
  handlePing(): void;
  handlePong(): void;
  handleError(error: Error): void;
  /** The last event: the socket is gone. */
  handleClosed(code: number): void;
  /** The turn of the heartbeats in which it came. */
  readonly turn: number;
  /** It is the socket's turn. */
  handleTurn(): void;
  /** Ends the socket in order. */
  close(code: number): void;
}

/** Hears all its sockets with the same five listeners. Reason: five for each of ten thousand are megabytes (docs/adr/0024). */
export class OpenSockets {
  readonly #handlers = new Map<WebSocket, SocketHandler>();
  readonly #listeners = makeListeners(this.#handlers, () => this.#handleGone());
  #emptied: PromiseWithResolvers<void> | undefined;

  get size(): number {
    return this.#handlers.size;
  }

  add(socket: WebSocket, handler: SocketHandler): void {
    const { message, ping, pong, error, close } = this.#listeners;
    this.#handlers.set(socket, handler);
    socket.on('message', message).on('ping', ping).on('pong', pong).on('error', error).on('close', close);
  }

  /** Tells those that came in this turn of the heartbeats. */
  beat(turn: number): void {
    for (const handler of this.#handlers.values()) if (handler.turn === turn) handler.handleTurn();
  }

  /** Ends all of them in order. */
  closeAll(code: number): void {
    for (const handler of this.#handlers.values()) handler.close(code);
  }

  /** Ends all of them without waiting for the other side. */
  terminateAll(): void {
    for (const socket of this.#handlers.keys()) socket.terminate();
  }

  /** Resolves when none is left. */
  async emptied(): Promise<void> {
    if (this.#handlers.size > 0) await (this.#emptied ??= Promise.withResolvers<void>()).promise;
  }

  #handleGone(): void {
    if (this.#handlers.size === 0) this.#emptied?.resolve();
  }
}

interface Listeners {
  readonly message: (this: WebSocket, data: RawData, isBinary: boolean) => void;
  readonly ping: (this: WebSocket) => void;
  readonly pong: (this: WebSocket) => void;
  readonly error: (this: WebSocket, error: Error) => void;
  readonly close: (this: WebSocket, code: number) => void;
}

function makeListeners(handlers: Map<WebSocket, SocketHandler>, onGone: () => void): Listeners {
  return {
    message(data, isBinary) {
      handlers.get(this)?.handleFrame(data, isBinary);
    },
    ping() {
      handlers.get(this)?.handlePing();
    },
    pong() {
      handlers.get(this)?.handlePong();
    },
    error(error) {
      handlers.get(this)?.handleError(error);
    },
    close(code) {
      const handler = handlers.get(this);
      handlers.delete(this);
      handler?.handleClosed(code);
      onGone();
    },
  };
}
