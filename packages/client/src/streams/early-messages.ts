/** @module Messages that come before their channel says that it is open: Chromium tells it in this order while the page is busy. */
import { listen } from '../events/listen.ts';
import type { Disposer } from '../events/scope.ts';

/** Most bytes kept. Reason: four times what a device may send unasked on a framed stream. */
export const MAX_EARLY_BYTES = 1_048_576;

/** Keeps them until there is a listener that is to hear them. */
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

  /** What was kept, in its order. */
  get messages(): readonly unknown[] {
    return this.#kept;
  }

  /** Tells them again, in their order, to those who listen now. */
  replay(): void {
    const kept = this.#kept;
    this.close();
    for (const data of kept) this.#channel.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Keeps no more; safe to repeat. */
  close(): void {
    this.#stop();
    this.#kept = [];
  }
}
