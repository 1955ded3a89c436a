/** @module Opens one connection for as long as anything holds it, however often React mounts and unmounts. */

import type { DeviceHandle } from './device-handle.ts';

/** What a lease needs: how to make a handle, and how to wait for the end of the current turn. */
export interface HandleLeaseOptions {
  readonly createHandle: () => DeviceHandle;
  readonly onConnectError?: (error: unknown) => void;
  /** Runs a task after the current turn. React's StrictMode unmounts and mounts again within one. */
  readonly defer?: (task: () => void) => void;
}

/**
 * Counts holders: the first one connects, and the last one to leave closes, one turn later.
 * A closed connection is final, so a later holder gets a new one.
 */
export class HandleLease {
  readonly #options: HandleLeaseOptions;
  readonly #listeners = new Set<() => void>();
  #handle: DeviceHandle;
  #phase: 'unused' | 'open' | 'closed' = 'unused';
  #holders = 0;

  constructor(options: HandleLeaseOptions) {
    this.#options = options;
    this.#handle = options.createHandle();
  }

  /** Calls `listener` when another handle takes the place of the current one; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The handle in use. */
  readonly snapshot = (): DeviceHandle => this.#handle;

  /** Holds the connection, opening it if nobody did; returns how to let go. */
  hold(): () => void {
    this.#holders += 1;
    if (this.#phase !== 'open') this.#open();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      (this.#options.defer ?? queueMicrotask)(() => {
        if (this.#holders === 0) this.#close();
      });
    };
  }

  #open(): void {
    if (this.#phase === 'closed') {
      this.#handle = this.#options.createHandle();
      for (const listener of this.#listeners) listener();
    }
    this.#phase = 'open';
    this.#handle.connection.connect().catch((error: unknown) => {
      this.#options.onConnectError?.(error);
    });
  }

  #close(): void {
    if (this.#phase !== 'open') return;
    this.#phase = 'closed';
    this.#handle.connection.close().catch((error: unknown) => {
      this.#options.onConnectError?.(error);
    });
  }
}
