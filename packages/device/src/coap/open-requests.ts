/** @module How many requests of one channel run: each until its handler has ended, which may be after it was answered with 504. */

/** What one request takes. */
export interface OpenRequest {
  /** For the router: the handler goes on after its time. */
  readonly handleOverrun: (ended: Promise<unknown>) => void;
  /** The request is answered. */
  readonly handleAnswered: () => void;
}

/** Counts the requests of one channel. */
export class OpenRequests {
  readonly #max: number;
  #unanswered = 0;
  #overrun = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether every request was answered. */
  get isIdle(): boolean {
    return this.#unanswered === 0;
  }

  /** Whether there is no place for one more. */
  get isFull(): boolean {
    return this.#unanswered + this.#overrun >= this.#max;
  }

  /** Takes a place; `giveBack` is called once, when the handler has ended. */
  take(giveBack: () => void = () => undefined): OpenRequest {
    let isOverrun = false;
    this.#unanswered += 1;
    const handleEnded = (): void => {
      this.#overrun -= 1;
      giveBack();
    };
    return {
      handleOverrun: (ended) => {
        isOverrun = true;
        this.#overrun += 1;
        void ended.then(handleEnded, handleEnded);
      },
      handleAnswered: () => {
        this.#unanswered -= 1;
        if (!isOverrun) giveBack();
      },
    };
  }
}
