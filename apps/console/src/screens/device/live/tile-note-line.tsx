/** @module What there is to say of a tile, for eyes and ears. */

import { useSyncExternalStore } from 'react';
import type { TileNote } from '../../../live/tile-note.ts';

/** The line; there also while it is empty, so that a screen reader says what comes into it. */
export function TileNoteLine({ note }: { readonly note: TileNote }) {
  const { text, turn } = useSyncExternalStore(note.subscribe, note.snapshot);
  return (
    <output className="lw-controls-note" data-testid="live-note">
      {text !== '' && <span key={turn}>{text}</span>}
    </output>
  );
}
