/** @module How much waits for one client: on its open channels, and what closed ones left in the library's queue. */

/** A channel, as far as its output is counted. */
export interface CountedChannel {
  /** The bytes that wait to be sent. */
  readonly bufferedBytes: number;
}

interface LeftBehind {
  /** How many messages had been sent when it was left. */
  readonly order: number;
  readonly bytes: number;
}

/** Most entries kept apart. Reason: a client decides how often channels close; beyond it the oldest are counted as one. */
const MAX_ENTRIES = 64;

/**
 * The library has one queue for all channels of a connection and takes from its front. So what a closed channel left there has
 * gone as soon as a message that was sent later has.
 */
export class OutputLedger {
  /** The number of the last message of each channel. */
  readonly #channels = new Map<CountedChannel, number>();
  #order = 0;
  /** Every message up to this one has gone. */
  #gone = 0;
  #leftBehind: LeftBehind[] = [];
  /** Never less than what waits: the last exact sum and everything sent since. */
  #upperBound = 0;

  /** Counts a message that is about to be sent. */
  handleSend(channel: CountedChannel, bytes: number): void {
    this.#order += 1;
    this.#channels.set(channel, this.#order);
    this.#upperBound += bytes;
  }

  /** A message was sent or something has gone: where nothing of a channel waits, nothing older waits at all. */
  handleProgress(channel: CountedChannel): void {
    const order = this.#channels.get(channel) ?? 0;
    if (order > this.#gone && channel.bufferedBytes === 0) this.#gone = order;
  }

  /** A channel ends while some of its bytes wait. */
  handleLeftBehind(bytes: number): void {
    this.#forgetGone();
    const [oldest, second, ...others] = this.#leftBehind;
    if (this.#leftBehind.length >= MAX_ENTRIES && oldest !== undefined && second !== undefined)
      this.#leftBehind = [{ order: second.order, bytes: oldest.bytes + second.bytes }, ...others];
    this.#leftBehind.push({ order: this.#order, bytes });
  }

  /** A channel has ended. */
  handleClosed(channel: CountedChannel): void {
    this.#channels.delete(channel);
  }

  /** Whether so many bytes more would be more than a limit. */
  exceeds(limit: number, bytes: number): boolean {
    // Asking every channel is slow, so it is done only when there may be too much.
    if (this.#upperBound + bytes <= limit) return false;
    this.#upperBound = this.#measure();
    return this.#upperBound + bytes > limit;
  }

  #measure(): number {
    let sum = 0;
    for (const channel of this.#channels.keys()) {
      this.handleProgress(channel);
      sum += channel.bufferedBytes;
    }
    this.#forgetGone();
    return this.#leftBehind.reduce((total, { bytes }) => total + bytes, sum);
  }

  #forgetGone(): void {
    this.#leftBehind = this.#leftBehind.filter(({ order }) => order > this.#gone);
  }
}
