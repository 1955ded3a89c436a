/** @module Dispatches messages from other nodes and events of Redis. */
import { assertNever } from '@longwire/protocol';
import type { BusListener } from './bus-listener.ts';
import type { BusMessage } from './bus-message.ts';
import type { OutboxFault } from './node-outbox.ts';
import type { NodesDirectory } from './nodes-directory.ts';
import type { LocalDevices } from './local-devices.ts';
import type { PresenceSync } from './presence-sync.ts';
import type { SessionExchange } from './session-exchange.ts';

/** The components that receive them. */
export interface ClusterListenerOptions {
  readonly devices: LocalDevices;
  readonly exchange: SessionExchange;
  readonly sync: PresenceSync;
  readonly directory: NodesDirectory;
}

/** Forwards each message of the bus to the component it belongs to. */
export class ClusterListener implements BusListener {
  readonly #options: ClusterListenerOptions;

  constructor(options: ClusterListenerOptions) {
    this.#options = options;
  }

  handleMessage(from: string, message: BusMessage): void {
    const { devices, exchange, directory } = this.#options;
    switch (message.type) {
      case 'open':
      case 'opened':
      case 'refused':
      case 'say':
      case 'taken':
      case 'end':
        return exchange.handleMessage(from, message);
      case 'ask-list':
      case 'ask-end':
      case 'listed':
      case 'ended':
        return directory.handleMessage(from, message);
      case 'replace':
        return devices.giveUp(message.device, message.attachment)?.attachment.replace();
      case 'hello':
      case 'reset':
        return undefined;
      default:
        return assertNever(message);
    }
  }

  handleBroken(node: string, fault: OutboxFault): void {
    this.#options.exchange.handleBroken(node, fault);
  }

  handleRegistered(): void {
    this.#options.devices.markAll();
    void this.#options.sync.sync();
  }

  handleUsable(): void {
    void this.#options.sync.sync();
  }

  handleCount(devices: number): void {
    this.#options.sync.handleCount(devices);
  }
}
