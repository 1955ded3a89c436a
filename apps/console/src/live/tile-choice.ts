/** @module Which tracks a person has added by name, and which tiles they have put away, for as long as the session lives. */

/** What was chosen. */
export interface ChosenTiles {
  readonly added: readonly string[];
  readonly hidden: readonly string[];
}

/** The choices of one session. */
export class TileChoice {
  readonly #listeners = new Set<() => void>();
  #chosen: ChosenTiles = { added: [], hidden: [] };

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The choices as they stand. */
  readonly snapshot = (): ChosenTiles => this.#chosen;

  /** Shows a track by its name, again where it was put away. */
  add(trackId: string): void {
    const { added, hidden } = this.#chosen;
    this.#move({ added: [...without(added, trackId), trackId], hidden: without(hidden, trackId) });
  }

  /** Puts a tile away. */
  hide(trackId: string): void {
    const { added, hidden } = this.#chosen;
    this.#move({ added: without(added, trackId), hidden: [...without(hidden, trackId), trackId] });
  }

  #move(to: ChosenTiles): void {
    this.#chosen = to;
    for (const listener of this.#listeners) listener();
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
