/** @module Detects a newer version of the console, and changes to it when a person asks. */

import { Store } from '@longwire/protocol/base';
import { TAKE_OVER } from './take-over.ts';

/**
 * Whether the running page is the newest known version. `untrusted`: the browser runs no service worker, because it
 * does not trust the page's certificate; so nothing can be installed.
 */
export type ShellVersion = 'current' | 'outdated' | 'untrusted';

/** The parts of the browser used here. */
export interface ShellUpdatesOptions {
  readonly container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>;
  /** Registers the page's service worker. */
  readonly register: () => Promise<ServiceWorkerRegistration>;
  readonly reload: () => void;
}

/** Tracks the page's service worker. */
export class ShellUpdates {
  readonly #options: ShellUpdatesOptions;
  readonly #version = new Store<ShellVersion>('current');
  #registration: ServiceWorkerRegistration | undefined;
  #isAsked = false;

  readonly subscribe = this.#version.subscribe;
  readonly snapshot = this.#version.snapshot;

  constructor(options: ShellUpdatesOptions) {
    this.#options = options;
  }

  /** Registers the service worker and checks for updates. */
  async start(): Promise<void> {
    const { container, register } = this.#options;
    container.addEventListener('controllerchange', () => {
      if (this.#isAsked) this.#options.reload();
    });
    const registration = await register().catch((error: unknown) => this.#handleRefusal(error));
    if (registration === undefined) return;
    this.#registration = registration;
    if (registration.waiting !== null) this.#outdate();
    registration.addEventListener('updatefound', () => this.#watch(registration.installing));
    this.#watch(registration.installing);
  }

  /** Checks for an update. A failed check, for example offline, means no update. */
  async look(): Promise<void> {
    await this.#registration?.update().catch(() => undefined);
  }

  /** Activates the newer version, then reloads the page. */
  change(): void {
    const waiting = this.#registration?.waiting ?? undefined;
    if (waiting === undefined) {
      // Another tab activated it.
      this.#options.reload();
      return;
    }
    this.#isAsked = true;
    waiting.postMessage(TAKE_OVER);
  }

  #watch(worker: ServiceWorker | null): void {
    // A browser's first service worker is not newer than the page that registers it.
    if (worker === null || this.#options.container.controller === null) return;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') this.#outdate();
    });
  }

  /** Service Workers: a script that cannot be fetched securely is a SecurityError. */
  #handleRefusal(error: unknown): undefined {
    if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
    this.#version.put('untrusted');
  }

  #outdate(): void {
    this.#version.put('outdated');
  }
}
