/** @module The labels of registered devices, for on-demand certificates. */
import { deviceLabel, type Clock, type DeviceKey } from '@longwire/protocol';
import type { Devices } from '../ports/devices.ts';
import type { Products } from '../ports/products.ts';

/** The parts of the registry that list devices. */
export interface DeviceSource {
  readonly products: Pick<Products, 'list'>;
  readonly devices: Pick<Devices, 'list'>;
}

/**
 * Shortest interval of registry reads, in milliseconds. Reason: anyone can request any name, and each read
 * lists every device.
 */
const REREAD_MS = 5_000;

const PAGE_ROWS = 1_000;

/** Caches the labels of enabled devices; rereads the registry when an unknown label is requested. */
export class DeviceLabels {
  readonly #lists: DeviceSource;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #labels: ReadonlySet<string> = new Set();
  #readAt = -Infinity;
  #isReading = false;
  /** The latest registry read. */
  #latest: Promise<void> = Promise.resolve();

  constructor(lists: DeviceSource, clock: Pick<Clock, 'monotonic'>) {
    this.#lists = lists;
    this.#clock = clock;
  }

  /** Whether an enabled device has this label. @throws Error if the registry cannot be read */
  async has(label: string): Promise<boolean> {
    if (!this.#labels.has(label)) await this.#read();
    return this.#labels.has(label);
  }

  /** Within the interval, callers share the latest read, including its failure. */
  #read(): Promise<void> {
    if (!this.#isReading && this.#clock.monotonic() - this.#readAt >= REREAD_MS)
      this.#latest = this.#readAll();
    return this.#latest;
  }

  async #readAll(): Promise<void> {
    this.#readAt = this.#clock.monotonic();
    this.#isReading = true;
    try {
      const labels = new Set<string>();
      for await (const { productId, deviceId } of enabledDevices(this.#lists)) {
        labels.add(deviceLabel(productId, deviceId));
      }
      this.#labels = labels;
    } finally {
      this.#isReading = false;
    }
  }
}

async function* enabledDevices({ products, devices }: DeviceSource): AsyncGenerator<DeviceKey> {
  for await (const { productId } of pages(products, ({ productId }) => productId)) {
    const ofProduct = {
      list: async (page: { after?: string | undefined; limit: number }) =>
        devices.list({ productId, ...page }),
    };
    for await (const device of pages(ofProduct, ({ deviceId }) => deviceId))
      if (device.isEnabled) yield device;
  }
}

interface Listed<Row> {
  list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly Row[]>;
}

async function* pages<Row>(listed: Listed<Row>, idOf: (row: Row) => string): AsyncGenerator<Row> {
  let after: string | undefined;
  for (;;) {
    const rows = await listed.list({ after, limit: PAGE_ROWS });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = idOf(last);
  }
}
