/** @module How a track or channel of node-datachannel ends, once, from whichever side. */

/** Ends one native object; what is told, is told once. */
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

  /** Closes it; again does nothing. */
  close(): void {
    if (this.#hasEnded) return;
    this.#native.close();
    this.abandon();
  }

  /**
   * The peer connection ends: the library closes the object itself, on a thread of its own. Closing it here at the same
   * moment could take the callback away with which the native object is freed.
   */
  abandon(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }

  /** The library says that it has closed. */
  handleNativeClosed(): void {
    this.abandon();
    this.#native.close();
  }
}
