/** @module Keeps reset channels open until the client has read the reset. */
import type { SafeChannel } from '../peer/safe-channel.ts';

/**
 * How long a client has to close a reset channel, in milliseconds. Reason: if a channel closes right after a message, Chromium drops
 * the message when the page was busy while the channel opened; a page is busy for a second at most.
 */
const DEFAULT_GRACE_MS = 5000;

/** Most lingering channels of one client. Reason: as many as it may have streams, because they no longer count as streams. */
export const MAX_LINGERING_CHANNELS = 128;

type Closable = Pick<SafeChannel, 'isOpen' | 'close' | 'on'>;

/** Gives the client time to close a channel itself. */
export class ResetLinger {
  readonly #graceMs: number;
  /** Functions that close each channel immediately, oldest first. */
  readonly #waiting = new Set<() => void>();

  constructor(graceMs: number = DEFAULT_GRACE_MS) {
    this.#graceMs = graceMs;
  }

  /** Closes a channel on which a reset was sent, when the client closes it or after the grace period. */
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

  /** Closes all lingering channels immediately. */
  closeAll(): void {
    for (const end of this.#waiting) end();
  }
}
