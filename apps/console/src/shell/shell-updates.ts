/** @module Whether a newer version of the console waits, and the change to it, which only a person starts. */

import { TAKE_OVER } from './take-over.ts';

/** Whether the page that runs is the newest that is known. */
export type ShellVersion = 'current' | 'outdated';

/** The parts of the browser that are used here. */
export interface ShellUpdatesOptions {
  readonly container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>;
  /** Registers the page's worker. */
  readonly register: () => Promise<ServiceWorkerRegistration>;
  readonly reload: () => void;
}

/** Follows the page's worker. */
export class ShellUpdates {
  readonly #options: ShellUpdatesOptions;
  readonly #listeners = new Set<() => void>();
  #version: ShellVersion = 'current';
  #registration: ServiceWorkerRegistration | undefined;
  #isAsked = false;

  constructor(options: ShellUpdatesOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ShellVersion => this.#version;

  /** Registers the worker and looks for a newer one. */
  async start(): Promise<void> {
    const { container, register } = this.#options;
    container.addEventListener('controllerchange', () => {
      if (this.#isAsked) this.#options.reload();
    });
    const registration = await register();
    this.#registration = registration;
    if (registration.waiting !== null) this.#outdate();
    registration.addEventListener('updatefound', () => this.#watch(registration.installing));
    this.#watch(registration.installing);
  }

  /** Asks for a newer version. No answer, as without a network, is no news. */
  async look(): Promise<void> {
    await this.#registration?.update().catch(() => undefined);
  }

  /** Changes to the newer version: it takes over, and then the page is loaded anew. */
  change(): void {
    const waiting = this.#registration?.waiting ?? undefined;
    if (waiting === undefined) {
      // It took over at the wish of another tab.
      this.#options.reload();
      return;
    }
    this.#isAsked = true;
    waiting.postMessage(TAKE_OVER);
  }

  #watch(worker: ServiceWorker | null): void {
    // The first worker of a browser brings nothing newer than the page that registers it.
    if (worker === null || this.#options.container.controller === null) return;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') this.#outdate();
    });
  }

  #outdate(): void {
    this.#version = 'outdated';
    for (const listener of this.#listeners) listener();
  }
}
