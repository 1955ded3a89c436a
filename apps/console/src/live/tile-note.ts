/** @module The note of a tile: a lasting state, covered for a while by a passing message. */

import { Store, type Clock } from '@longwire/protocol/base';

/** How long a passing message is shown, in milliseconds. Reason: enough to read a sentence twice. */
export const PASSING_MS = 6_000;

/** The shown note. */
export interface ShownNote {
  readonly text: string;
  /** Increases with each note, so that the same text shown again is announced again. */
  readonly turn: number;
}

/** The sources of lasting notes. */
export type NoteSource = 'talk' | 'recording' | 'quality' | 'levels';

/** Options of `TileNote`. */
export interface TileNoteOptions {
  readonly clock: Pick<Clock, 'schedule'>;
}

/** The notes of one tile. */
export class TileNote {
  readonly #clock: TileNoteOptions['clock'];
  readonly #shown = new Store<ShownNote>({ text: '', turn: 0 });
  readonly #standing = new Map<NoteSource, string>();
  #passing = '';
  #cancel: (() => void) | undefined;
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#shown.subscribe;
  /** The shown note. */
  readonly snapshot = this.#shown.snapshot;

  constructor({ clock }: TileNoteOptions) {
    this.#clock = clock;
  }

  /** Shows a lasting note until its source replaces it; an empty text removes it. */
  stand(source: NoteSource, text: string): void {
    if (text === (this.#standing.get(source) ?? '')) return;
    this.#standing.delete(source);
    if (text !== '') this.#standing.set(source, text);
    // The quality and the level change by themselves, so they do not interrupt the response to an action of the person.
    if (source !== 'quality' && source !== 'levels') this.#endPassing();
    this.#publish();
  }

  /** Shows a message that disappears after a while. */
  pass(text: string): void {
    this.#endPassing();
    this.#passing = text;
    this.#cancel = this.#clock.schedule(PASSING_MS, () => {
      this.#endPassing();
      this.#publish();
    });
    this.#publish();
  }

  /** Removes all notes when the tile goes. */
  close(): void {
    this.#standing.clear();
    this.#endPassing();
    this.#publish();
  }

  #endPassing(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#passing = '';
  }

  #publish(): void {
    const text = this.#passing === '' ? ([...this.#standing.values()].at(-1) ?? '') : this.#passing;
    this.#shown.put({ text, turn: this.#shown.value.turn + 1 });
  }
}
