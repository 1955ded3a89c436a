/** @module The tracks that a person has added by name and the tiles that they have hidden, as long as the session lives. */

import { Store } from '@longwire/protocol/base';

/** The choices. */
export interface ChosenTiles {
  readonly added: readonly string[];
  readonly hidden: readonly string[];
}

/** The choices of one session. */
export class TileChoice {
  readonly #chosen = new Store<ChosenTiles>({ added: [], hidden: [] });
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#chosen.subscribe;
  /** The current choices. */
  readonly snapshot = this.#chosen.snapshot;

  /** Shows a track by its name, also one that was hidden. */
  add(trackId: string): void {
    const { added, hidden } = this.#chosen.value;
    this.#chosen.put({ added: [...without(added, trackId), trackId], hidden: without(hidden, trackId) });
  }

  /** Hides a tile. Its track continues, because devices have no command to stop one. */
  hide(trackId: string): void {
    const { added, hidden } = this.#chosen.value;
    this.#chosen.put({ added: without(added, trackId), hidden: [...without(hidden, trackId), trackId] });
  }
}

const CHOICES = new WeakMap<object, TileChoice>();

/** The choices of a session: a person who comes back to its tiles finds them as they left them. */
export function tileChoiceOf(session: object): TileChoice {
  const choice = CHOICES.get(session) ?? new TileChoice();
  CHOICES.set(session, choice);
  return choice;
}

function without(trackIds: readonly string[], trackId: string): readonly string[] {
  return trackIds.filter((each) => each !== trackId);
}
