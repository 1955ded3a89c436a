/** @module The messages of one socket, handled one after the other in the order received. */

/** What an inbox needs of its socket. */
export interface InboxOptions {
  readonly handle: (text: string) => Promise<void> | void;
  readonly onError: (error: unknown) => void;
  /** Stops and starts reading from the socket: back-pressure on whoever sends. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Above this many waiting bytes reading stops. */
  readonly highWaterBytes: number;
}

interface Waiting {
  readonly text: string;
  readonly bytes: number;
}

/** One named queue per socket: a message is begun only when the one before it is done, however long that takes. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #phase: 'idle' | 'handling' | 'closed' = 'idle';
  #isPaused = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Takes one message. */
  push(text: string, bytes: number): void {
    if (this.#phase === 'closed') return;
    this.#waiting.push({ text, bytes });
    this.#waitingBytes += bytes;
    if (this.#phase === 'idle') void this.#drain();
    this.#regulate();
  }

  /** Drops what waits and takes nothing more. */
  close(): void {
    this.#phase = 'closed';
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    this.#regulate();
  }

  async #drain(): Promise<void> {
    this.#phase = 'handling';
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        const handled = this.#options.handle(next.text);
        if (handled !== undefined) await handled;
      } catch (error) {
        this.#options.onError(error);
      }
      this.#waitingBytes = Math.max(0, this.#waitingBytes - next.bytes);
      this.#regulate();
    }
    this.#rest();
  }

  #rest(): void {
    if (this.#phase === 'handling') this.#phase = 'idle';
  }

  #regulate(): void {
    const isFull = this.#waitingBytes > this.#options.highWaterBytes;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#options.pause();
    else this.#options.resume();
  }
}
