/** @module When devices were last attached: noted often, kept in batches. */
import type { LastSeen } from '../ports/devices.ts';
import type { DeviceKey } from '../ports/presence.ts';
import type { ReportTrouble } from './database.ts';
import type { StoredDevices } from './devices.ts';
import { afterTimeout, type After } from './timer.ts';
import { toError } from './to-error.ts';

/** How long a sight waits for others, in milliseconds. */
const BATCH_MS = 5_000;

/** What the batches need. */
export interface BatchedLastSeenOptions {
  readonly devices: Pick<StoredDevices, 'touch'>;
  readonly now: () => number;
  readonly report: ReportTrouble;
  /** Runs a task later; default setTimeout. */
  readonly after?: After;
}

/** Keeps the newest sight of each device until it is written: at most one entry for each device there is. */
export class BatchedLastSeen implements LastSeen {
  readonly #options: Required<BatchedLastSeenOptions>;
  #seen = new Map<string, DeviceKey>();
  #timer: Disposable | undefined;

  constructor(options: BatchedLastSeenOptions) {
    this.#options = { after: afterTimeout, ...options };
  }

  note({ productId, deviceId }: DeviceKey): void {
    this.#seen.set(`${productId}/${deviceId}`, { productId, deviceId });
    this.#timer ??= this.#options.after(BATCH_MS, () => this.#flushInBackground());
  }

  async flush(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const seen = this.#seen;
    this.#seen = new Map();
    if (seen.size > 0) await this.#options.devices.touch([...seen.values()], this.#options.now());
  }

  /** Writes what was noted; a failure is reported, and what was noted is forgotten: the next sight is near. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.#options.report(toError(error), 'last sight of devices could not be written');
    }
  }

  #flushInBackground(): void {
    void this.close();
  }
}
