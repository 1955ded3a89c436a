/** @module Which tracks a person has added by name, and which tiles they have put away, for as long as the session lives. */

import { Store } from '../store.ts';

/** What was chosen. */
export interface ChosenTiles {
  readonly added: readonly string[];
  readonly hidden: readonly string[];
}

/** The choices of one session. */
export class TileChoice {
  readonly #chosen = new Store<ChosenTiles>({ added: [], hidden: [] });
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#chosen.subscribe;
  /** The choices as they stand. */
  readonly snapshot = this.#chosen.snapshot;

  /** Shows a track by its name, again where it was put away. */
  add(trackId: string): void {
    const { added, hidden } = this.#chosen.value;
    this.#chosen.put({ added: [...without(added, trackId), trackId], hidden: without(hidden, trackId) });
  }

  /** Puts a tile away: its track goes on, for no device can be told to stop it. */
  hide(trackId: string): void {
    const { added, hidden } = this.#chosen.value;
    this.#chosen.put({ added: without(added, trackId), hidden: [...without(hidden, trackId), trackId] });
  }
}

const CHOICES = new WeakMap<object, TileChoice>();

/** The choices of a session: whoever comes back to its pictures finds them as they were left. */
export function tileChoiceOf(session: object): TileChoice {
  const choice = CHOICES.get(session) ?? new TileChoice();
  CHOICES.set(session, choice);
  return choice;
}

function without(trackIds: readonly string[], trackId: string): readonly string[] {
  return trackIds.filter((each) => each !== trackId);
}
