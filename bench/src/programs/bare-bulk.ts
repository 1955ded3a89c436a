/** @module Bulk data on a bare data channel: the floor for a tunnel. `up N` is answered with `!` after N bytes, `down N` with N bytes. */
import type { DataChannel } from 'node-datachannel';

/** The size of a message that is fastest (docs/platform.md). */
const chunk = new Uint8Array(64 * 1024);
/** The largest amount buffered in the channel, in bytes. */
const MAX_BUFFERED = 1024 * 1024;

/** Handles a message. Returns false when it is neither. */
export class BareBulk {
  readonly #channel: DataChannel;
  #leftUp = 0;
  #leftDown = 0;

  constructor(channel: DataChannel) {
    this.#channel = channel;
    channel.setBufferedAmountLowThreshold(MAX_BUFFERED / 2);
    channel.onBufferedAmountLow(() => this.#send());
  }

  handleText(text: string): boolean {
    const [direction, bytes] = text.split(' ');
    if (direction === 'up') this.#leftUp = Number(bytes);
    if (direction === 'down') {
      this.#leftDown = Number(bytes);
      this.#send();
    }
    return direction === 'up' || direction === 'down';
  }

  handleBytes(length: number): void {
    this.#leftUp -= length;
    if (this.#leftUp <= 0) this.#channel.sendMessage('!');
  }

  #send(): void {
    while (this.#leftDown > 0 && this.#channel.bufferedAmount() < MAX_BUFFERED) {
      this.#channel.sendMessageBinary(chunk.subarray(0, this.#leftDown));
      this.#leftDown -= chunk.length;
    }
  }
}
