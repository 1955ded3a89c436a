/** @module Looks for watched devices that have attached to other nodes. */
import { every, type Clock, type Logger } from '@longwire/protocol';
import type { Bus } from './bus.ts';
import type { DeviceWatches } from './device-watches.ts';
import type { RedisKeys } from './redis-keys.ts';
import { readStrings } from './redis-reply.ts';
import { FIND_ATTACHED } from './redis-scripts.ts';

/** Options of {@link WatchPoll}. */
export interface WatchPollOptions {
  readonly bus: Pick<Bus, 'ask' | 'isUsable'>;
  readonly keys: RedisKeys;
  readonly watches: DeviceWatches;
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Devices per script call. Reason: Redis serves other requests in between. */
const BATCH = 256;

/** One query at a time, and none while no device is watched. */
export class WatchPoll implements Disposable {
  readonly #options: WatchPollOptions;
  readonly #timer: Disposable;
  #isAsking = false;

  constructor(options: WatchPollOptions) {
    this.#options = options;
    this.#timer = every(options.clock, options.intervalMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { bus, keys, watches, logger } = this.#options;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { names } = watches;
    try {
      for (let at = 0; at < names.length && bus.isUsable; at += BATCH) {
        const args = [keys.nodePrefix, ...names.slice(at, at + BATCH)];
        for (const name of readStrings(await bus.ask(FIND_ATTACHED, [keys.nodes], args)))
          watches.notify(name);
      }
    } catch (error) {
      // the next look is soon
      if (bus.isUsable) logger.warn('cluster.watch-failed', { error });
    } finally {
      this.#isAsking = false;
    }
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }
}
