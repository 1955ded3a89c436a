/** @module Handles the messages of one socket one at a time, in order. */

/** The socket whose messages they are. */
export interface SocketInboxOwner {
  handleText(text: string): Promise<void> | void;
  handleFault(error: unknown): void;
  /** Pauses and resumes reading from the socket, which puts back-pressure on the sender. */
  pause(): void;
  resume(): void;
}

interface Message {
  readonly text: string;
  readonly bytes: number;
}

/**
 * A queue per socket: each message is handled only after the previous one is done, however long that takes.
 */
export class SocketInbox {
  readonly #owner: SocketInboxOwner;
  readonly #highWaterBytes: number;
  /** Created when a message has to wait: most never do. */
  #waiting: Message[] | undefined;
  /** Bytes waiting or being handled. */
  #bytes = 0;
  #phase: 'idle' | 'handling' | 'closed' = 'idle';
  #isPaused = false;

  /** Pauses reading above `highWaterBytes` of waiting input. */
  constructor(owner: SocketInboxOwner, highWaterBytes: number) {
    this.#owner = owner;
    this.#highWaterBytes = highWaterBytes;
  }

  /** Handles or queues one message; synchronous handling allocates nothing. */
  push(text: string, bytes: number): void {
    if (this.#isClosed()) return;
    if (this.#phase === 'handling') (this.#waiting ??= []).push({ text, bytes });
    else {
      const handled = this.#handle(text);
      if (handled === undefined || this.#isClosed()) return;
      void this.#work(handled, bytes);
    }
    this.#bytes += bytes;
    this.#regulate();
  }

  /** Drops queued messages and ignores further ones. */
  close(): void {
    this.#phase = 'closed';
    this.#waiting = undefined;
    this.#bytes = 0;
    this.#regulate();
  }

  /** Waits for the current message, then handles those that arrived in the meantime. */
  async #work(handled: Promise<void>, bytes: number): Promise<void> {
    this.#phase = 'handling';
    await this.#settle(handled, bytes);
    for (let next = this.#waiting?.shift(); next !== undefined; next = this.#waiting?.shift()) {
      await this.#settle(this.#handle(next.text), next.bytes);
    }
    this.#rest();
  }

  async #settle(handled: Promise<void> | void, bytes: number): Promise<void> {
    try {
      await handled;
    } catch (error) {
      this.#owner.handleFault(error);
    }
    this.#bytes = Math.max(0, this.#bytes - bytes);
    this.#regulate();
  }

  #handle(text: string): Promise<void> | void {
    try {
      return this.#owner.handleText(text);
    } catch (error) {
      return this.#owner.handleFault(error);
    }
  }

  #isClosed(): boolean {
    return this.#phase === 'closed';
  }

  #rest(): void {
    if (this.#phase === 'handling') this.#phase = 'idle';
  }

  #regulate(): void {
    const isFull = this.#bytes > this.#highWaterBytes;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#owner.pause();
    else this.#owner.resume();
  }
}
