/** @module Channels that were reset: closed once the client has read why. */
import type { SafeChannel } from '../peer/safe-channel.ts';

/**
 * How long a client has to close a channel that was reset, in milliseconds. Reason: Chromium tells a page that was busy while a channel
 * opened nothing of a message that the channel's end came right behind; a page is busy for a second at most.
 */
const DEFAULT_GRACE_MS = 5000;

/** Most channels of one client that wait so. Reason: as many as it may have streams; they count for no stream any more. */
export const MAX_LINGERING_CHANNELS = 128;

type Closable = Pick<SafeChannel, 'isOpen' | 'close' | 'on'>;

/** Leaves the closing of a channel to the client, for a while. */
export class ResetLinger {
  readonly #graceMs: number;
  /** What ends each of them at once, oldest first. */
  readonly #waiting = new Set<() => void>();

  constructor(graceMs: number = DEFAULT_GRACE_MS) {
    this.#graceMs = graceMs;
  }

  /** Closes a channel on which a reset was sent, when the client does or the time is over. */
  close(channel: Closable): void {
    if (!channel.isOpen) {
      channel.close();
      return;
    }
    const [oldest] = this.#waiting;
    if (this.#waiting.size >= MAX_LINGERING_CHANNELS) oldest?.();
    const end = (): void => {
      off();
      clearTimeout(timer);
      this.#waiting.delete(end);
      channel.close();
    };
    const off = channel.on('closed', end);
    const timer = setTimeout(end, this.#graceMs);
    this.#waiting.add(end);
  }

  /** Closes all of them now. */
  closeAll(): void {
    for (const end of this.#waiting) end();
  }
}
