/** @module The note of a tile, for as long as the tile is there. */

import { useEffect, useState } from 'react';
import { TileNote } from '../../../live/tile-note.ts';
import { schedule } from '../../../schedule.ts';

/** A note of its own. */
export function useTileNote(): TileNote {
  const [note] = useState(() => new TileNote({ schedule }));
  useEffect(() => () => note.close(), [note]);
  return note;
}
