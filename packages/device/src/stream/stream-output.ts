/** @module The output of all streams of one client: a message each in turn, and never much of it waiting. */

/** A stream's part of the output. */
export interface OutputTurn {
  /** The bytes on its channel that wait to be sent. */
  readonly bufferedBytes: number;
  /** Sends one message; answers whether another could follow at once. */
  sendNext(): boolean;
}

/**
 * Most bytes that all streams of a client have waiting in the library, save the message that reaches it. Reason: a request's
 * answer waits behind them (16 ms at 30 MB/s); a quarter of it keeps the line busy as well, the rest is for a process that is busy
 * with something else. It is far below what ends a connection (MAX_BUFFERED_BYTES).
 */
export const STREAM_OUTPUT_BYTES: number = 512 * 1024;

/** Gives the streams that have something to send their turns. */
export class StreamOutput {
  /** Those that want a turn, first come first served. */
  readonly #waiting = new Set<OutputTurn>();
  /** Those of whom something waits in the library. */
  readonly #busy = new Set<OutputTurn>();
  #isRunning = false;

  /** Asks for a turn. */
  request(turn: OutputTurn): void {
    this.#waiting.add(turn);
    this.run();
  }

  /** The stream has ended; it gets no more turns. */
  forget(turn: OutputTurn): void {
    this.#waiting.delete(turn);
    this.#busy.delete(turn);
    this.run();
  }

  /** Gives turns for as long as there is room; called when something that waited has gone. */
  run(): void {
    // A stream that got its turn may ask for the next before the first is over.
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const turn of this.#waiting) {
        if (!this.#hasRoom()) break;
        this.#waiting.delete(turn);
        this.#busy.add(turn);
        // What is added again is visited again, after the others.
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
