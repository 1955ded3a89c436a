/** @module Messages received before the channel's open event: Chromium delivers them in this order while the page is busy. */
import { listen } from '../events/listen.ts';
import type { Disposer } from '../events/scope.ts';

/** Most bytes queued. Reason: four times what a device may send unasked on a framed stream. */
export const MAX_EARLY_BYTES = 1_048_576;

/** Queues messages until their listener exists. */
export class EarlyMessages {
  readonly #channel: RTCDataChannel;
  readonly #stop: Disposer;
  #kept: unknown[] = [];
  #bytes = 0;

  constructor(channel: RTCDataChannel, onOverflow: () => void) {
    this.#channel = channel;
    this.#stop = listen(channel, 'message', ({ data }: MessageEvent<unknown>) => {
      this.#kept.push(data);
      this.#bytes += data instanceof ArrayBuffer ? data.byteLength : 0;
      if (this.#bytes > MAX_EARLY_BYTES) onOverflow();
    });
  }

  /** The queued messages, in order. */
  get messages(): readonly unknown[] {
    return this.#kept;
  }

  /** Dispatches the queued messages again, in order, to the current listeners. */
  replay(): void {
    const kept = this.#kept;
    this.close();
    for (const data of kept) this.#channel.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Stops queueing; safe to repeat. */
  close(): void {
    this.#stop();
    this.#kept = [];
  }
}
