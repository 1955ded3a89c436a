/** @module The credit of a framed stream: who may send how much (PROTOCOL.md section 9, `stream/1`). */
import { MAX_UINT32 } from './stream-frame.ts';

/** What each side may send before it is granted more, in bytes. */
export const INITIAL_STREAM_CREDIT = 262_144;

/** The sending side: how many bytes may still go. */
export class SendWindow {
  #available = INITIAL_STREAM_CREDIT;

  /** The bytes that may go now. */
  get available(): number {
    return this.#available;
  }

  /** Uses up as much of `wanted` as there is; the answer is how many bytes may go. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#available);
    this.#available -= taken;
    return taken;
  }

  /** Takes a CREDIT of the other side; false when the sum is no uint32 any more, which ends the stream. */
  grant(bytes: number): boolean {
    if (this.#available + bytes > MAX_UINT32) return false;
    this.#available += bytes;
    return true;
  }
}

/** The receiving side: how much the other may still send, and when it is granted more. */
export class ReceiveWindow {
  readonly #size: number;
  #granted = INITIAL_STREAM_CREDIT;
  #consumed: number;

  /** `size`: the most bytes that are received and not read yet; never less than the other side may send unasked. */
  constructor(size: number = INITIAL_STREAM_CREDIT) {
    this.#size = Math.min(Math.max(size, INITIAL_STREAM_CREDIT), MAX_UINT32);
    // What is beyond the initial credit is as good as consumed: the first grant makes up for it.
    this.#consumed = this.#size - INITIAL_STREAM_CREDIT;
  }

  /** Counts bytes that arrived; false when they are more than was granted, which ends the stream. */
  receive(bytes: number): boolean {
    if (bytes > this.#granted) return false;
    this.#granted -= bytes;
    return true;
  }

  /** Counts bytes that were read; the answer is the CREDIT to send now, 0 while less than half the window is due. */
  consume(bytes: number): number {
    this.#consumed += bytes;
    if (this.#consumed * 2 < this.#size) return 0;
    const due = this.#consumed;
    this.#consumed = 0;
    this.#granted += due;
    return due;
  }
}
