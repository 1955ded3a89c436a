/** @module Counts the bytes that wait for one client, on its open channels and from closed ones still in the library's queue. */

/** The part of a channel that {@link SendBudget} reads. */
export interface CountedChannel {
  /** Bytes not yet sent. */
  readonly bufferedBytes: number;
}

interface LeftBehind {
  /** The number of messages sent before the channel closed. */
  readonly order: number;
  readonly bytes: number;
}

/** Most separate entries. Reason: a client decides how often channels close; beyond the limit the oldest entries are merged. */
const MAX_ENTRIES = 64;

/**
 * The library has one first-in-first-out queue for all channels of a connection. So the bytes that a closed channel left in it have
 * been sent as soon as any later message has.
 */
export class SendBudget {
  /** The number of the last message of each channel. */
  readonly #channels = new Map<CountedChannel, number>();
  #order = 0;
  /** Every message up to this number has been sent. */
  #sentOrder = 0;
  #leftBehind: LeftBehind[] = [];
  /** At least the number of waiting bytes: the last exact sum plus everything queued since. */
  #upperBound = 0;

  /** Counts a message that is about to be queued. */
  handleSend(channel: CountedChannel, bytes: number): void {
    this.#order += 1;
    this.#channels.set(channel, this.#order);
    this.#upperBound += bytes;
  }

  /** Handles progress on a channel: once none of its bytes wait, no older message waits on any channel. */
  handleProgress(channel: CountedChannel): void {
    const order = this.#channels.get(channel) ?? 0;
    if (order > this.#sentOrder && channel.bufferedBytes === 0) this.#sentOrder = order;
  }

  /** Counts the waiting bytes of a channel that closes. */
  handleLeftBehind(bytes: number): void {
    this.#dropSent();
    const [oldest, second, ...others] = this.#leftBehind;
    if (this.#leftBehind.length >= MAX_ENTRIES && oldest !== undefined && second !== undefined)
      this.#leftBehind = [{ order: second.order, bytes: oldest.bytes + second.bytes }, ...others];
    this.#leftBehind.push({ order: this.#order, bytes });
  }

  /** Removes a closed channel. */
  handleClosed(channel: CountedChannel): void {
    this.#channels.delete(channel);
  }

  /** Whether queueing `bytes` would exceed `limit`. */
  exceeds(limit: number, bytes: number): boolean {
    // Asking every channel is slow, so the upper bound is checked first.
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
    this.#dropSent();
    return this.#leftBehind.reduce((total, { bytes }) => total + bytes, sum);
  }

  #dropSent(): void {
    this.#leftBehind = this.#leftBehind.filter(({ order }) => order > this.#sentOrder);
  }
}
