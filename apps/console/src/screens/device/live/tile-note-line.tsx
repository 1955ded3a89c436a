/** @module A tile's note, visible and announced to screen readers. */

import { useSyncExternalStore } from 'react';
import type { TileNote } from '../../../live/tile-note.ts';

/** The live region; it is rendered even if empty, because screen readers announce only changes. */
export function TileNoteLine({ note }: { readonly note: TileNote }) {
  const { text, turn } = useSyncExternalStore(note.subscribe, note.snapshot);
  return (
    <output className="lw-controls-note" data-testid="live-note">
      {text !== '' && <span key={turn}>{text}</span>}
    </output>
  );
}
