/** @module The messages of one socket, handled one after the other in the order received. */

/** Whose messages they are. */
export interface InboxOwner {
  handleText(text: string): Promise<void> | void;
  handleFault(error: unknown): void;
  /** Stops and starts reading from the socket: back-pressure on whoever sends. */
  pause(): void;
  resume(): void;
}

interface Message {
  readonly text: string;
  readonly bytes: number;
}

/** One named queue per socket: a message is begun only when the one before it is done, however long that takes. */
export class Inbox {
  readonly #owner: InboxOwner;
  readonly #highWaterBytes: number;
  /** Made when a message has to wait for the first time: most never do. */
  #waiting: Message[] | undefined;
  /** What waits and what is being handled, in bytes. */
  #bytes = 0;
  #phase: 'idle' | 'handling' | 'closed' = 'idle';
  #isPaused = false;

  /** Above `highWaterBytes` of waiting input reading stops. */
  constructor(owner: InboxOwner, highWaterBytes: number) {
    this.#owner = owner;
    this.#highWaterBytes = highWaterBytes;
  }

  /** Takes one message; one that is done at once leaves nothing behind. */
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

  /** Drops what waits and takes nothing more. */
  close(): void {
    this.#phase = 'closed';
    this.#waiting = undefined;
    this.#bytes = 0;
    this.#regulate();
  }

  /** Waits for the message that is being handled, then handles those that came meanwhile. */
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
