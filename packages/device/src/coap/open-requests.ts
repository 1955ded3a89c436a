/**
 * @module Limits the running requests of one channel: each counts until its handler has ended, which may be after it was answered with 504.
 * Requests beyond the limit wait, first come, first served.
 */
import type { MaybePromise } from './maybe-sync.ts';
import type { WaitingShare } from './waiting-share.ts';

/** The slot of one request. */
export interface OpenRequest {
  /** The handler has exceeded its time limit and is still running. */
  readonly handleOverrun: (ended: Promise<unknown>) => void;
  /** The request is answered. */
  readonly handleAnswered: () => void;
}

/** A request that needs a slot. */
export interface EnteringRequest {
  /** The memory it occupies while it waits, in bytes. */
  readonly bytes: number;
  /** Called once, when its handler has ended, or when it got no slot. */
  readonly giveBack?: () => void;
}

interface WaitingRequest extends EnteringRequest {
  readonly settle: (place: OpenRequest | undefined) => void;
}

/** The slots of one channel. */
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
   * Returns a slot, now or once one is free. Undefined if too many requests wait already, if all slots are occupied by handlers that
   * exceeded their time limit, since those may never end, and if the channel ends.
   */
  enter(request: EnteringRequest): MaybePromise<OpenRequest | undefined> {
    if (!this.#isFull) return this.#take(request);
    if (this.#unanswered === 0 || !this.#share.take(request.bytes)) {
      request.giveBack?.();
      return undefined;
    }
    return new Promise((settle) => this.#waiting.push({ ...request, settle }));
  }

  /** The channel has ended: waiting requests get no slot. */
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
