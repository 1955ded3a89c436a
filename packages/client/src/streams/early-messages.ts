/** @module Messages received before the channel's open event: Chromium delivers them in this order while the page is busy. */
import { listen } from '../events/listen.ts';
import type { Disposer } from '../events/scope.ts';

/** Most bytes queued. Reason: four times what a device may send unasked on a framed stream. */
export const MAX_EARLY_BYTES = 1_048_576;

/** Counted for each message besides its content. Reason: empty ones take memory as well. */
export const EARLY_MESSAGE_BYTES = 32;

/** The queue of one channel. */
export interface EarlyMessages {
  /** In order. */
  readonly messages: readonly unknown[];
  /** Stops queueing; safe to repeat. */
  readonly close: Disposer;
  /** Dispatches the queued messages again, in order, to the current listeners. */
  readonly replay: () => void;
}

/** Queues messages until their listener exists. */
export function queueEarlyMessages(channel: RTCDataChannel, onOverflow: () => void): EarlyMessages {
  const messages: unknown[] = [];
  let bytes = 0;
  const close = listen(channel, 'message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    messages.push(data);
    bytes += EARLY_MESSAGE_BYTES + (data instanceof ArrayBuffer ? data.byteLength : data.length);
    if (bytes > MAX_EARLY_BYTES) onOverflow();
  });
  const replay = (): void => {
    close();
    for (const data of messages) channel.dispatchEvent(new MessageEvent('message', { data }));
  };
  return { messages, close, replay };
}
