/** @module Writes to Redis which devices are attached to this node. */
import type { Logger } from '@longwire/protocol';
import type { Bus } from './bus.ts';
import type { LocalDevices } from './local-devices.ts';
import type { RedisKeys } from './redis-keys.ts';
import { readStrings, readSync, type SyncEvent } from './redis-reply.ts';
import type { RedisTime } from './redis-time.ts';
import { SYNC } from './redis-scripts.ts';

/** Options of {@link PresenceSync}. */
export interface PresenceSyncOptions {
  readonly bus: Pick<Bus, 'ask' | 'run' | 'send' | 'isUsable'>;
  readonly nodeId: string;
  readonly keys: RedisKeys;
  readonly devices: LocalDevices;
  readonly time: RedisTime;
  readonly logger: Logger;
}

/**
 * Devices per script call: thousands reconnect at once after a restart, and Redis has to serve other requests
 * in between.
 */
const BATCH = 200;

/**
 * Heartbeats in a row whose device count must differ before the lists are compared: one may race with a
 * change.
 */
const WRONG_COUNTS = 3;

/** Sends one batch at a time, so that the latest change wins. */
export class PresenceSync {
  readonly #options: PresenceSyncOptions;
  #isSyncing = false;
  /** Settles when the next batch has been sent. */
  #batch = Promise.withResolvers<void>();
  #wrongCounts = 0;

  constructor(options: PresenceSyncOptions) {
    this.#options = options;
  }

  /** Writes all changes; resolves when the next batch has been written or has failed. */
  sync(): Promise<void> {
    const { bus, devices } = this.#options;
    if (!bus.isUsable || devices.isSynced) return Promise.resolve();
    const { promise } = this.#batch;
    if (!this.#isSyncing) void this.#syncAll();
    return promise;
  }

  /**
   * Handles the number of devices that Redis has for this node; when it stays wrong, both lists are compared.
   */
  handleCount(count: number): void {
    const { devices } = this.#options;
    void this.sync(); // retries earlier failures
    const isWrong = !this.#isSyncing && devices.isSynced && count !== devices.size;
    this.#wrongCounts = isWrong ? this.#wrongCounts + 1 : 0;
    if (this.#wrongCounts < WRONG_COUNTS) return;
    this.#wrongCounts = 0;
    void this.#compare();
  }

  async #compare(): Promise<void> {
    const { bus, keys, nodeId, devices, logger } = this.#options;
    try {
      const names = readStrings(await bus.run(['HKEYS', keys.node(nodeId)]));
      logger.warn('cluster.devices-differ', { registered: names.length - 1, attached: devices.size });
      devices.markAll();
      devices.mark(names.filter((name) => name !== '' && devices.get(name) === undefined));
      await this.sync();
    } catch (error) {
      if (bus.isUsable) logger.warn('cluster.compare-failed', { error });
    }
  }

  async #syncAll(): Promise<void> {
    const { bus, devices } = this.#options;
    this.#isSyncing = true;
    // changes of the same turn go into one batch
    await Promise.resolve();
    let isSynced = true;
    while (isSynced && bus.isUsable && !devices.isSynced) {
      const batch = this.#batch;
      this.#batch = Promise.withResolvers<void>();
      isSynced = await this.#syncBatch();
      batch.resolve();
    }
    this.#isSyncing = false;
    this.#batch.resolve();
    this.#batch = Promise.withResolvers<void>();
  }

  async #syncBatch(): Promise<boolean> {
    const { bus, devices, logger } = this.#options;
    const names = devices.takeChanged(BATCH);
    try {
      if (await this.#writeRows(names)) return true;
    } catch (error) {
      if (bus.isUsable) logger.warn('cluster.register-failed', { error });
    }
    devices.mark(names);
    return false;
  }

  /**
   * False if Redis has no record of this node: its next heartbeat registers it and marks all devices as
   * changed.
   */
  async #writeRows(names: readonly string[]): Promise<boolean> {
    const { bus, keys, nodeId } = this.#options;
    const rows = names.flatMap((name) => this.#row(name));
    const args = [nodeId, keys.nodePrefix, ...rows];
    const reply = readSync(await bus.ask(SYNC, [keys.nodes, keys.node(nodeId)], args));
    if (reply.kind === 'unknown') return false;
    for (const event of reply.events) this.#handle(event);
    return true;
  }

  #row(name: string): (string | number)[] {
    const { devices, time } = this.#options;
    const device = devices.stamped(name, (since) => time.at(since));
    return device === undefined ? [name, '', 0] : [name, device.id, device.stamp];
  }

  #handle({ kind, name, attachment, extra }: SyncEvent): void {
    const { bus, devices } = this.#options;
    if (kind === 'taken') bus.send(extra, { type: 'replace', device: name, attachment });
    else if (kind === 'stale') devices.giveUp(name, attachment)?.attachment.replace();
  }
}
