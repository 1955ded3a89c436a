/**
 * @module Which requests of one channel run: each until its handler has ended, which may be after it was answered with 504. Those
 * beyond the limit wait, first come, first served.
 */
import type { Eventual } from './at-once.ts';
import type { WaitingShare } from './waiting-share.ts';

/** The place of one request. */
export interface OpenRequest {
  /** For the router: the handler has exceeded its time and goes on. */
  readonly handleOverrun: (ended: Promise<unknown>) => void;
  /** The request is answered. */
  readonly handleAnswered: () => void;
}

/** A request that asks for a place. */
export interface EnteringRequest {
  /** What it keeps in memory while it waits, in bytes. */
  readonly bytes: number;
  /** Called once, when its handler has ended, or when it got no place. */
  readonly giveBack?: () => void;
}

interface WaitingRequest extends EnteringRequest {
  readonly settle: (place: OpenRequest | undefined) => void;
}

/** The places of one channel. */
export class OpenRequests {
  readonly #max: number;
  readonly #share: WaitingShare;
  readonly #waiting: WaitingRequest[] = [];
  #unanswered = 0;
  #overrun = 0;

  constructor(max: number, share: WaitingShare) {
    this.#max = max;
    this.#share = share;
  }

  /** Whether every request was answered. */
  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#waiting.length === 0;
  }

  /**
   * A place, at once or once one is free. Undefined if too many requests wait already, if all places are held by handlers that
   * exceeded their time, since those may never end, and if the channel ends.
   */
  enter(request: EnteringRequest): Eventual<OpenRequest | undefined> {
    if (!this.#isFull) return this.#take(request);
    if (this.#unanswered === 0 || !this.#share.take(request.bytes)) {
      request.giveBack?.();
      return undefined;
    }
    return new Promise((settle) => this.#waiting.push({ ...request, settle }));
  }

  /** The channel has ended: those that wait get no place. */
  close(): void {
    for (const request of this.#waiting.splice(0)) this.#refuse(request);
  }

  get #isFull(): boolean {
    return this.#unanswered + this.#overrun >= this.#max;
  }

  #take({ giveBack }: EnteringRequest): OpenRequest {
    let isOverrun = false;
    this.#unanswered += 1;
    const handleEnded = (): void => {
      this.#overrun -= 1;
      giveBack?.();
      this.#admitWaiting();
    };
    return {
      handleOverrun: (ended) => {
        isOverrun = true;
        this.#overrun += 1;
        void ended.then(handleEnded, handleEnded);
      },
      handleAnswered: () => {
        this.#unanswered -= 1;
        if (!isOverrun) giveBack?.();
        this.#admitWaiting();
      },
    };
  }

  #admitWaiting(): void {
    while (!this.#isFull) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.#share.giveBack(request.bytes);
      request.settle(this.#take(request));
    }
    if (this.#unanswered === 0) this.close();
  }

  #refuse({ bytes, giveBack, settle }: WaitingRequest): void {
    this.#share.giveBack(bytes);
    giveBack?.();
    settle(undefined);
  }
}
