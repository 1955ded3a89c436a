/** @module The labels of the devices that are registered, for whoever makes certificates on demand. */
import { deviceLabel } from '@longwire/protocol';
import type { Devices } from '../ports/devices.ts';
import type { DeviceKey } from '../ports/presence.ts';
import type { Products } from '../ports/products.ts';

/** Where the devices are listed. */
export interface DeviceLists {
  readonly products: Pick<Products, 'list'>;
  readonly devices: Pick<Devices, 'list'>;
}

/** Shortest time between two looks at the registry, in milliseconds. Reason: anybody can ask for any name, and each look reads every device. */
const REREAD_MS = 5_000;

const PAGE_ROWS = 1_000;

/** The labels of enabled devices, read again when one is asked for that is not among them. */
export class KnownLabels {
  readonly #lists: DeviceLists;
  readonly #now: () => number;
  #labels: ReadonlySet<string> = new Set();
  #readAt = -Infinity;
  #isReading = false;
  /** The last look at the registry. */
  #latest: Promise<void> = Promise.resolve();

  constructor(lists: DeviceLists, now: () => number) {
    this.#lists = lists;
    this.#now = now;
  }

  /** Whether an enabled device has this label. @throws Error when the registry could not be read */
  async has(label: string): Promise<boolean> {
    if (!this.#labels.has(label)) await this.#read();
    return this.#labels.has(label);
  }

  /** Whoever asks too soon for another look shares the last one: its end, if it still goes on, and its failure. */
  #read(): Promise<void> {
    if (!this.#isReading && this.#now() - this.#readAt >= REREAD_MS) this.#latest = this.#readAll();
    return this.#latest;
  }

  async #readAll(): Promise<void> {
    this.#readAt = this.#now();
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

async function* enabledDevices({ products, devices }: DeviceLists): AsyncGenerator<DeviceKey> {
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
