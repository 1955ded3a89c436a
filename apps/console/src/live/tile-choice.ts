/** @module The tiles that a person has hidden, as long as the session lives. */

import { Store } from '@longwire/protocol/base';
import { OneForEach } from '../one-for-each.ts';

/** A hidden tile. */
export interface HiddenTile {
  readonly id: string;
  /** What it was called where it was hidden. */
  readonly name: string;
}

/** The choices of one session. */
export class TileChoice {
  readonly #hidden = new Store<readonly HiddenTile[]>([]);
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#hidden.subscribe;
  /** The hidden tiles. */
  readonly snapshot = this.#hidden.snapshot;

  /** Hides a tile. Its track continues, because devices have no command to stop one. */
  hide(tile: HiddenTile): void {
    this.#hidden.put([...without(this.#hidden.value, tile.id), tile]);
  }

  /** Shows a hidden tile again. */
  show(id: string): void {
    this.#hidden.put(without(this.#hidden.value, id));
  }
}

/** The choices of each session: a person who comes back to its tiles finds them as they left them. */
export const tileChoices = new OneForEach(() => new TileChoice(), new WeakMap<object, TileChoice>());

function without(tiles: readonly HiddenTile[], id: string): readonly HiddenTile[] {
  return tiles.filter((tile) => tile.id !== id);
}
