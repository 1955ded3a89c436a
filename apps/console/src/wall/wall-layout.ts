/** @module How tiles are laid out so that they fill a screen. */

/** Narrower than this nobody sees anything, in pixels: then the wall is scrolled. */
const MIN_TILE_WIDTH = 150;

/** How pictures are shaped: width by height. */
const SHAPE = 16 / 9;

/** A place to fill, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The number of columns with which the pictures are the largest. */
export function wallColumns(count: number, { width, height }: Room): number {
  const most = Math.max(1, Math.min(count, Math.floor(width / MIN_TILE_WIDTH)));
  let best = { columns: 1, tileWidth: 0 };
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tileWidth = Math.min(width / columns, (height / rows) * SHAPE);
    if (tileWidth >= best.tileWidth) best = { columns, tileWidth };
  }
  // Where all of them fit only as stamps, they are as large as the narrowest ones may be, and scrolled.
  return best.tileWidth < MIN_TILE_WIDTH ? most : best.columns;
}
