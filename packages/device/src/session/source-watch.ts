/** @module Hears of the changes of the sources that a session shows. */
import type { MediaSource } from '../media/media-source.ts';

/** Listens to each source once, by its track. */
export class SourceWatch {
  readonly #handleChange: (trackId: string) => void;
  readonly #offs = new Map<string, () => void>();

  constructor(handleChange: (trackId: string) => void) {
    this.#handleChange = handleChange;
  }

  /** Listens to the source of a track; again, or without a source, does nothing. */
  add(trackId: string, source: MediaSource | undefined): void {
    if (source === undefined || this.#offs.has(trackId)) return;
    this.#offs.set(
      trackId,
      source.on('change', () => this.#handleChange(trackId)),
    );
  }

  /** Stops listening. */
  close(): void {
    for (const off of this.#offs.values()) off();
    this.#offs.clear();
  }
}
