/** @module The note of a tile; it lives as long as the tile. */

import { useEffect, useState } from 'react';
import { TileNote } from '../../../live/tile-note.ts';
import { schedule } from '../../../schedule.ts';

/** Creates the note. */
export function useTileNote(): TileNote {
  const [note] = useState(() => new TileNote({ schedule }));
  useEffect(() => () => note.close(), [note]);
  return note;
}
