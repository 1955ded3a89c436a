/** @module The layout of tiles that fills a screen. */
import type { Room } from './use-room.ts';

/** Aspect ratio of videos. */
export const TILE_SHAPE = 16 / 9;

/** Columns, and the width of a tile in pixels. */
export interface TileLayout {
  readonly columns: number;
  readonly tileWidth: number;
}

/** Share of the largest size for which tiles are moved side by side. */
const NEARLY = 0.95;

/**
 * The largest tiles that fit, side by side and in full rows where that costs little; where they would be narrower than `minWidth`,
 * columns of at least that, which scroll.
 */
export function tileLayout(count: number, { width, height }: Room, minWidth: number): TileLayout {
  const most = Math.max(1, Math.min(count, Math.floor(width / minWidth)));
  const layouts = Array.from({ length: most }, (_, index): TileLayout => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    return { columns, tileWidth: Math.min(width / columns, (height / rows) * TILE_SHAPE) };
  });
  const gapsIn = ({ columns }: TileLayout): number => Math.ceil(count / columns) * columns - count;
  const largest = Math.max(...layouts.map(({ tileWidth }) => tileWidth));
  const [best] = layouts
    .filter(({ tileWidth }) => tileWidth >= largest * NEARLY)
    .toSorted((a, b) => gapsIn(a) - gapsIn(b) || b.columns - a.columns);
  if (best === undefined || best.tileWidth < minWidth) return { columns: most, tileWidth: width / most };
  return best;
}
