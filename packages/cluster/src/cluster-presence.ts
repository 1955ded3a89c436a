/** @module Presence over several nodes. */
import type { Clock } from '@longwire/protocol';
import type { Logger } from '@longwire/protocol';
import type { DeviceKey } from '@longwire/protocol';
import type { Attachment, Located, Presence, SessionOpening } from './ports/presence.ts';
import type { Bus } from './bus.ts';
import type { DeviceWatches } from './device-watches.ts';
import { deviceName, type LocalDevices } from './local-devices.ts';
import type { PresenceSync } from './presence-sync.ts';
import type { RedisKeys } from './redis-keys.ts';
import { readLocate } from './redis-reply.ts';
import { LOCATE } from './redis-scripts.ts';
import type { SessionExchange } from './session-exchange.ts';

/** Options of {@link ClusterPresence}. */
export interface ClusterPresenceOptions {
  readonly bus: Pick<Bus, 'ask' | 'send' | 'isUsable'>;
  readonly nodeId: string;
  readonly keys: RedisKeys;
  readonly devices: LocalDevices;
  readonly sync: PresenceSync;
  readonly watches: DeviceWatches;
  readonly exchange: SessionExchange;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Finds devices of this node without Redis, and all others through Redis. */
export class ClusterPresence implements Presence {
  readonly #options: ClusterPresenceOptions;

  constructor(options: ClusterPresenceOptions) {
    this.#options = options;
  }

  async attach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const { devices, sync, watches, clock } = this.#options;
    const name = deviceName(key);
    devices.attach(name, attachment, clock.monotonic())?.attachment.replace();
    watches.notify(name);
    await sync.sync();
  }

  async detach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const { devices, sync } = this.#options;
    devices.detach(deviceName(key), attachment);
    void sync.sync();
  }

  async locate(key: DeviceKey): Promise<Located> {
    const { devices, bus } = this.#options;
    const name = deviceName(key);
    const own = devices.get(name);
    if (own !== undefined) return { kind: 'attached', attachment: own.attachment };
    return bus.isUsable ? this.#ask(key, name) : { kind: 'unreachable' };
  }

  watch(key: DeviceKey, onAttached: () => void): Disposable {
    return this.#options.watches.add(deviceName(key), onAttached);
  }

  async #ask(key: DeviceKey, name: string): Promise<Located> {
    const { bus, keys, nodeId, logger } = this.#options;
    try {
      const found = readLocate(await bus.ask(LOCATE, [keys.nodes], [keys.nodePrefix, name]));
      if (found === undefined || found.node === nodeId) return { kind: 'offline' };
      return { kind: 'attached', attachment: this.#remoteAttachment(found.node, key, found.attachment) };
    } catch (error) {
      if (bus.isUsable) logger.warn('cluster.lookup-failed', { error });
      return { kind: 'unreachable' };
    }
  }

  #remoteAttachment(node: string, key: DeviceKey, attachment: string): Attachment {
    const { bus, exchange } = this.#options;
    return {
      openSession: (opening: SessionOpening) => exchange.open(node, key, opening),
      replace: () => bus.send(node, { type: 'replace', device: deviceName(key), attachment }),
    };
  }
}
