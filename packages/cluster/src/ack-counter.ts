/** @module Acknowledges bytes so that the sender can continue. */

/** Bytes per acknowledgement: less than the smallest window, and more than an ordinary session transfers. */
export const ACK_BYTES: number = 32 * 1024;

/** Counts bytes and reports them in batches. */
export class AckCounter {
  readonly #report: (bytes: number) => void;
  #bytes = 0;

  constructor(report: (bytes: number) => void) {
    this.#report = report;
  }

  add(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes < ACK_BYTES) return;
    this.#report(this.#bytes);
    this.#bytes = 0;
  }
}
