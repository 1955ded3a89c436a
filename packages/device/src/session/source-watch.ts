/** @module Watches the sources of a session's tracks for changes. */
import type { MediaSource } from '../media/media-source.ts';

/** Subscribes to the source of each track once. */
export class SourceWatch {
  readonly #handleChange: (trackId: string) => void;
  readonly #unsubscribers = new Map<string, () => void>();

  constructor(handleChange: (trackId: string) => void) {
    this.#handleChange = handleChange;
  }

  /** Subscribes to the source of a track. Idempotent; does nothing without a source. */
  add(trackId: string, source: MediaSource | undefined): void {
    if (source === undefined || this.#unsubscribers.has(trackId)) return;
    this.#unsubscribers.set(
      trackId,
      source.on('change', () => this.#handleChange(trackId)),
    );
  }

  /** Unsubscribes from all sources. */
  close(): void {
    for (const unsubscribe of this.#unsubscribers.values()) unsubscribe();
    this.#unsubscribers.clear();
  }
}
