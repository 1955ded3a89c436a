/** @module The layout of tiles that fills a screen. */

/** Smallest useful width of a tile, in pixels: below it, the wall scrolls. */
const MIN_TILE_WIDTH = 150;

/** Aspect ratio of videos. */
const SHAPE = 16 / 9;

/** The available space, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The number of columns with the largest tiles. */
export function wallColumns(count: number, { width, height }: Room): number {
  const most = Math.max(1, Math.min(count, Math.floor(width / MIN_TILE_WIDTH)));
  let best = { columns: 1, tileWidth: 0 };
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tileWidth = Math.min(width / columns, (height / rows) * SHAPE);
    if (tileWidth >= best.tileWidth) best = { columns, tileWidth };
  }
  // If all tiles would be too small to see, use the smallest useful width and scroll.
  return best.tileWidth < MIN_TILE_WIDTH ? most : best.columns;
}
