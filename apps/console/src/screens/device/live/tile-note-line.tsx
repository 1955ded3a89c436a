/** @module A tile's note, visible and announced to screen readers; it lives as long as the tile. */

import { useSyncExternalStore, useEffect, useState } from 'react';
import { TileNote } from '../../../live/tile-note.ts';
import { pageClock } from '../../../page-clock.ts';

/** The live region; it is rendered even if empty, because screen readers announce only changes. */
export function TileNoteLine({ note }: { readonly note: TileNote }) {
  const { text, turn } = useSyncExternalStore(note.subscribe, note.snapshot);
  return (
    <output className="lw-controls-note" data-testid="live-note">
      {text !== '' && <span key={turn}>{text}</span>}
    </output>
  );
}

/** Creates the note. */
export function useTileNote(): TileNote {
  const [note] = useState(() => new TileNote({ clock: pageClock }));
  useEffect(() => () => note.close(), [note]);
  return note;
}
