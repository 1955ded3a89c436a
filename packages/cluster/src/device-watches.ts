/** @module The callbacks for devices that attach. */

/** Callbacks by device; each is called once. */
export class DeviceWatches {
  readonly #watches = new Map<string, Set<() => void>>();

  /** The watched devices. */
  get names(): readonly string[] {
    return [...this.#watches.keys()];
  }

  /** Calls `onAttached` when the device attaches, unless the returned object is disposed first. */
  add(name: string, onAttached: () => void): Disposable {
    const watchers = this.#watches.get(name) ?? new Set();
    // a function of its own: the same one may be added twice
    const watcher = (): void => onAttached();
    this.#watches.set(name, watchers.add(watcher));
    return {
      [Symbol.dispose]: () => {
        if (watchers.delete(watcher) && watchers.size === 0 && this.#watches.get(name) === watchers)
          this.#watches.delete(name);
      },
    };
  }

  /** The device has attached. */
  notify(name: string): void {
    const watchers = this.#watches.get(name);
    this.#watches.delete(name);
    for (const watcher of watchers ?? []) watcher();
  }
}
