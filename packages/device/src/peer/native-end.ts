/** @module The end of a node-datachannel track or channel, which happens once, from either side. */

/** Ends one native object and reports it once. */
export class NativeEnd {
  readonly #native: { close(): void };
  readonly #onEnd: () => void;
  #hasEnded = false;

  constructor(native: { close(): void }, onEnd: () => void) {
    this.#native = native;
    this.#onEnd = onEnd;
  }

  /** Whether it has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Closes the native object. Idempotent. */
  close(): void {
    if (this.#hasEnded) return;
    this.#native.close();
    this.abandon();
  }

  /**
   * Reports the end because the peer connection ends. The library closes the object itself, on its own thread; closing it here
   * at the same time could remove the callback that frees the native object.
   */
  abandon(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }

  /** Handles the library's report that the object has closed. */
  handleNativeClosed(): void {
    this.abandon();
    this.#native.close();
  }
}
