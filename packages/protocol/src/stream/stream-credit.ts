/** @module The credit of a framed stream: how much each side may send (PROTOCOL.md section 9, `stream/1`). */
import { MAX_UINT32 } from './stream-frame.ts';

/** What each side may send before its first CREDIT, in bytes. */
export const INITIAL_STREAM_CREDIT = 262_144;

/** The sending side: the remaining credit. */
export class SendWindow {
  #available = INITIAL_STREAM_CREDIT;

  /** The bytes that may be sent now. */
  get available(): number {
    return this.#available;
  }

  /** Uses up to `wanted` bytes of credit; returns how many bytes may be sent. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#available);
    this.#available -= taken;
    return taken;
  }

  /** Adds a CREDIT of the other side; false if the sum exceeds a uint32, which ends the stream. */
  grant(bytes: number): boolean {
    if (this.#available + bytes > MAX_UINT32) return false;
    this.#available += bytes;
    return true;
  }
}

/** The receiving side: how much the other side may still send, and when to grant more. */
export class ReceiveWindow {
  readonly #size: number;
  #granted = INITIAL_STREAM_CREDIT;
  #consumed: number;

  /** `size`: the most bytes received and not read yet; at least the initial credit. */
  constructor(size: number = INITIAL_STREAM_CREDIT) {
    this.#size = Math.min(Math.max(size, INITIAL_STREAM_CREDIT), MAX_UINT32);
    // Anything beyond the initial credit counts as consumed, so that the first grant includes it.
    this.#consumed = this.#size - INITIAL_STREAM_CREDIT;
  }

  /** Counts bytes that arrived; false if they exceed the credit, which ends the stream. */
  receive(bytes: number): boolean {
    if (bytes > this.#granted) return false;
    this.#granted -= bytes;
    return true;
  }

  /** Counts bytes that were read; returns the CREDIT to send now, 0 while it is less than half the window. */
  consume(bytes: number): number {
    this.#consumed += bytes;
    if (this.#consumed * 2 < this.#size) return 0;
    const due = this.#consumed;
    this.#consumed = 0;
    this.#granted += due;
    return due;
  }
}
