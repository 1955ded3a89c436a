/** @module The note of a tile; it lives as long as the tile. */

import { useEffect, useState } from 'react';
import { TileNote } from '../../../live/tile-note.ts';
import { pageClock } from '../../../page-clock.ts';

/** Creates the note. */
export function useTileNote(): TileNote {
  const [note] = useState(() => new TileNote({ clock: pageClock }));
  useEffect(() => () => note.close(), [note]);
  return note;
}
