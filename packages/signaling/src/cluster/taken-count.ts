/** @module Reports what was read, so that whoever writes goes on. */

/** So many bytes are reported at a time: less than anybody waits for, and no message more in an ordinary session. */
export const TAKEN_BYTES: number = 32 * 1024;

/** Adds up what was taken. */
export class TakenCount {
  readonly #report: (bytes: number) => void;
  #bytes = 0;

  constructor(report: (bytes: number) => void) {
    this.#report = report;
  }

  add(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes < TAKEN_BYTES) return;
    this.#report(this.#bytes);
    this.#bytes = 0;
  }
}
