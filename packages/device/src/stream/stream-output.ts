/** @module Schedules the output of all streams of one client: one message each in turn, with little buffered. */

/** A stream that takes turns. */
export interface OutputTurn {
  /** Bytes on its channel that are not yet sent. */
  readonly bufferedBytes: number;
  /** Sends one message; returns whether another is ready. */
  sendNext(): boolean;
}

/**
 * Most bytes of all streams of a client that the library buffers, apart from the message that reaches the limit. Reason: responses
 * wait behind them (16 ms at 30 MB/s). A quarter is enough to keep the network busy; the rest covers times when the process is
 * busy. The limit is far below the one that closes a connection (MAX_BUFFERED_BYTES).
 */
export const STREAM_OUTPUT_BYTES: number = 512 * 1024;

/** Gives turns to streams that have data to send. */
export class StreamOutput {
  /** Streams that want a turn, first come, first served. */
  readonly #waiting = new Set<OutputTurn>();
  /** Streams with bytes buffered in the library. */
  readonly #busy = new Set<OutputTurn>();
  #isRunning = false;

  /** Requests a turn. */
  request(turn: OutputTurn): void {
    this.#waiting.add(turn);
    this.run();
  }

  /** Removes a stream that has ended. */
  forget(turn: OutputTurn): void {
    this.#waiting.delete(turn);
    this.#busy.delete(turn);
    this.run();
  }

  /** Gives turns while the buffer has room; called when buffered bytes were sent. */
  run(): void {
    // A stream may request its next turn during the current one.
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const turn of this.#waiting) {
        if (!this.#hasRoom()) break;
        this.#waiting.delete(turn);
        this.#busy.add(turn);
        // A Set visits elements that are added again during iteration, after the others.
        if (turn.sendNext()) this.#waiting.add(turn);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #hasRoom(): boolean {
    let waiting = 0;
    for (const turn of this.#busy) {
      const { bufferedBytes } = turn;
      if (bufferedBytes === 0) this.#busy.delete(turn);
      waiting += bufferedBytes;
    }
    return waiting < STREAM_OUTPUT_BYTES;
  }
}
