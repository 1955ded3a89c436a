/** @module Records when devices were last attached, in batches. */
import type { LastSeen } from '../ports/devices.ts';
import { clockOf, toError, type Clock, type DeviceKey } from '@longwire/protocol';
import type { ReportError } from './database.ts';
import type { StoredDevices } from './devices.ts';

/** How long a time waits for a batch, in milliseconds. */
const BATCH_MS = 5_000;

/** Options of {@link BatchedLastSeen}. */
export interface BatchedLastSeenOptions {
  readonly devices: Pick<StoredDevices, 'touch'>;
  readonly now: () => number;
  readonly report: ReportError;
  readonly clock?: Pick<Clock, 'schedule'>;
}

/** Holds the latest time of each device until it is written: at most one entry per device. */
export class BatchedLastSeen implements LastSeen {
  readonly #options: Required<BatchedLastSeenOptions>;
  #seen = new Map<string, DeviceKey>();
  #stopTimer: (() => void) | undefined;

  constructor(options: BatchedLastSeenOptions) {
    this.#options = { clock: clockOf(globalThis), ...options };
  }

  note({ productId, deviceId }: DeviceKey): void {
    this.#seen.set(`${productId}/${deviceId}`, { productId, deviceId });
    this.#stopTimer ??= this.#options.clock.schedule(BATCH_MS, () => this.#flushInBackground());
  }

  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const seen = this.#seen;
    this.#seen = new Map();
    if (seen.size > 0) await this.#options.devices.touch([...seen.values()], this.#options.now());
  }

  /** Writes the batch; on failure it is reported and dropped, since the next note will follow soon. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.#options.report(toError(error), 'cannot write the last-seen times of devices');
    }
  }

  #flushInBackground(): void {
    void this.close();
  }
}
