/** @module A device as its owner uses it: a directory, and the commands on it. */
import { join } from 'node:path';
import { Child, runToEnd } from './child.ts';
import { DEVICE_CLI } from './paths.ts';
import { PRODUCT_ID, type Service } from './service.ts';
import type { TestClientOptions } from './test-client.ts';

/** A pairing link and its fields. */
export interface Link {
  readonly url: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** The part of a command's output that is a pairing link. */
export function linkIn(output: string): Link {
  const url = /^pairing link: (\S+)$/mu.exec(output)?.[1] ?? '';
  return { url, parts: new Map(new URLSearchParams(new URL(url).hash.slice(1))) };
}

/** The commands of one device. */
export class Agent {
  readonly deviceId: string;
  readonly directory: string;
  readonly #service: Service;

  constructor(service: Service, deviceId: string) {
    this.#service = service;
    this.deviceId = deviceId;
    this.directory = join(service.directory, deviceId);
  }

  async init(): Promise<string> {
    const { url, webSocketUrl } = this.#service;
    const names = ['--product', PRODUCT_ID, '--device', this.deviceId];
    return await this.command('init', ...names, '--service', webSocketUrl, '--console', url);
  }

  async command(...args: readonly string[]): Promise<string> {
    return await runToEnd(`device ${args.join(' ')}`, [DEVICE_CLI, ...args, '--directory', this.directory]);
  }

  /** Starts it and waits until it is reachable. */
  async run(): Promise<Child> {
    const child = new Child('the agent', [DEVICE_CLI, 'run', '--directory', this.directory]);
    await child.nextLine(/ attached to /u);
    return child;
  }

  /** Connection options from a pairing link. */
  optionsOf(parts: ReadonlyMap<string, string>): TestClientOptions {
    return {
      signalingServerUrl: this.#service.webSocketUrl,
      productId: parts.get('p') ?? '',
      deviceId: parts.get('d') ?? '',
      sct: parts.get('sct') ?? '',
    };
  }
}
