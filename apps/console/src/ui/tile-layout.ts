/** @module The layout of tiles that fills a screen. */
import type { Room } from './use-room.ts';

/** Aspect ratio of videos. */
export const TILE_SHAPE = 16 / 9;

/** Columns, and the width of a tile in pixels. */
export interface TileLayout {
  readonly columns: number;
  readonly tileWidth: number;
}

/** The largest tiles that fit; where they would be narrower than `minWidth`, columns of at least that, which scroll. */
export function tileLayout(count: number, { width, height }: Room, minWidth: number): TileLayout {
  const most = Math.max(1, Math.min(count, Math.floor(width / minWidth)));
  let best: TileLayout = { columns: 1, tileWidth: 0 };
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tileWidth = Math.min(width / columns, (height / rows) * TILE_SHAPE);
    if (tileWidth >= best.tileWidth) best = { columns, tileWidth };
  }
  return best.tileWidth < minWidth ? { columns: most, tileWidth: width / most } : best;
}
