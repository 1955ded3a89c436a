/** @module What there is to say of a tile: what holds for now, and over it what is said in passing. */

import { Store } from '../store.ts';

/** How long something is said in passing, in milliseconds. Reason: a sentence is read twice in it. */
export const PASSING_MS = 6_000;

/** What is said. */
export interface SaidNote {
  readonly text: string;
  /** Another one each time: the same words said again are said again. */
  readonly turn: number;
}

/** Who may say something that holds. */
export type NoteSource = 'talk' | 'recording' | 'quality';

/** What it works with. */
export interface TileNoteOptions {
  /** The answer cancels. */
  readonly schedule: (delayMs: number, task: () => void) => () => void;
}

/** The notes of one tile. */
export class TileNote {
  readonly #schedule: TileNoteOptions['schedule'];
  readonly #said = new Store<SaidNote>({ text: '', turn: 0 });
  readonly #standing = new Map<NoteSource, string>();
  #passing = '';
  #cancel: (() => void) | undefined;
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#said.subscribe;
  /** What is said now. */
  readonly snapshot = this.#said.snapshot;

  constructor({ schedule }: TileNoteOptions) {
    this.#schedule = schedule;
  }

  /** Says what holds until its source says something else; an empty text for nothing. */
  stand(source: NoteSource, text: string): void {
    if (text === (this.#standing.get(source) ?? '')) return;
    this.#standing.delete(source);
    if (text !== '') this.#standing.set(source, text);
    // How the picture does comes and goes by itself: the answer to what a person did is read to its end.
    if (source !== 'quality') this.#endPassing();
    this.#tell();
  }

  /** Says something that has happened: it is gone after a while. */
  pass(text: string): void {
    this.#endPassing();
    this.#passing = text;
    this.#cancel = this.#schedule(PASSING_MS, () => {
      this.#endPassing();
      this.#tell();
    });
    this.#tell();
  }

  /** The tile goes: nothing is said any more. */
  close(): void {
    this.#standing.clear();
    this.#endPassing();
    this.#tell();
  }

  #endPassing(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#passing = '';
  }

  #tell(): void {
    const text = this.#passing === '' ? ([...this.#standing.values()].at(-1) ?? '') : this.#passing;
    this.#said.put({ text, turn: this.#said.value.turn + 1 });
  }
}
