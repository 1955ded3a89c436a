/** @module Dispatches events of open WebSockets. */
import type { RawData, WebSocket } from 'ws';

/** Handles the events of one socket. */
export interface SocketHandler {
  handleFrame(data: RawData, isBinary: boolean): void;
  handlePing(): void;
  handlePong(): void;
  handleError(error: Error): void;
  /** The last event: the socket has closed. `reason` is what the peer sent; it may be empty. */
  handleClosed(code: number, reason: string): void;
  /** The heartbeat turn in which the socket was opened. */
  readonly turn: number;
  /** Called in the socket's heartbeat turn. */
  handleTurn(): void;
  /** Closes the socket with a close frame. */
  close(code: number): void;
}

/**
 * Shares the same five listeners among all sockets. Reason: five per socket would take megabytes for ten
 * thousand (docs/adr/0024).
 */
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

  /** Notifies the sockets of this heartbeat turn. */
  beat(turn: number): void {
    for (const handler of this.#handlers.values()) if (handler.turn === turn) handler.handleTurn();
  }

  /** Closes all sockets with a close frame. */
  closeAll(code: number): void {
    for (const handler of this.#handlers.values()) handler.close(code);
  }

  /** Terminates all sockets without waiting for the peers. */
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
  readonly close: (this: WebSocket, code: number, reason: Buffer) => void;
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
    close(code, reason) {
      const handler = handlers.get(this);
      handlers.delete(this);
      handler?.handleClosed(code, reason.toString());
      onGone();
    },
  };
}
