/** @module The tiles of several tracks: side by side as large as they fit, or one of them large. */

import { IconChevronLeft, IconChevronRight, IconLayoutGrid } from '@tabler/icons-react';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { tileId, type LiveTile } from '../../../live/live-tiles.ts';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TILE_SHAPE, tileLayout } from '../../../ui/tile-layout.ts';
import { useRoom } from '../../../ui/use-room.ts';
import { useShortcuts } from './use-shortcuts.ts';
import './tile-grid.css';

const words = messages.live;

/** Smallest useful width of a tile with controls, in pixels: below it, the tiles scroll. */
const MIN_WIDTH = 300;

/** Gap between tiles, in pixels. */
const GAP = 4;

/** How far a finger moves at least for a swipe, in pixels. */
const SWIPE = 60;

/** How a tile is shown. */
export interface TilePlace {
  /** Shows this tile alone; undefined while one is. */
  readonly onEnlarge: (() => void) | undefined;
  readonly isAlone: boolean;
}

/** The tiles. */
export interface TileGridProps {
  readonly tiles: readonly LiveTile[];
  readonly children: (tile: LiveTile, index: number, place: TilePlace) => ReactNode;
}

/** All tiles, each one tap away from being large. A hidden tile stays, so that its recording goes on. */
export function TileGrid({ tiles, children }: TileGridProps) {
  const ids = tiles.map(tileId);
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<string>();
  const room = useRoom(grid);
  const large = ids.length > 1 && chosen !== undefined && ids.includes(chosen) ? chosen : undefined;
  const isMany = ids.length > 1 && large === undefined;
  const { columns, tileWidth } = tileLayout(ids.length, room, MIN_WIDTH);
  const width = Math.floor(tileWidth - GAP * (1 - 1 / columns));
  const style = {
    '--lw-tile-columns': columns,
    '--lw-tile-width': `${width}px`,
    '--lw-tile-height': `${Math.floor(width / TILE_SHAPE)}px`,
  };
  const move = (by: number) => {
    if (large !== undefined) setChosen(ids.at((ids.indexOf(large) + by) % ids.length));
  };
  useShortcuts(large !== undefined, {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Escape: () => setChosen(undefined),
  });
  const swipe = useSwipe(move);
  return (
    <div className={isMany ? 'lw-tiles lw-tiles-many' : 'lw-tiles'} ref={setGrid} style={style as object}>
      {tiles.map((tile, index) => {
        const id = tileId(tile);
        return (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the tile's name is a button that does the same
          <div
            key={id}
            className="lw-tile-place"
            hidden={large !== undefined && id !== large}
            {...(large === undefined ? {} : swipe)}
            onClick={(event) => {
              if (isMany && isPicture(event.target)) setChosen(id);
            }}
          >
            {children(tile, index, {
              onEnlarge: isMany ? () => setChosen(id) : undefined,
              isAlone: !isMany && (large === undefined || id === large),
            })}
          </div>
        );
      })}
      {large !== undefined && (
        <div className="lw-large-bar">
          <IconButton label={words.allCameras} onClick={() => setChosen(undefined)}>
            <IconLayoutGrid size={22} />
          </IconButton>
          <IconButton label={words.previousCamera} onClick={() => move(-1)}>
            <IconChevronLeft size={22} />
          </IconButton>
          <IconButton label={words.nextCamera} onClick={() => move(1)}>
            <IconChevronRight size={22} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** Whether a tap meets the picture itself. */
function isPicture(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, .lw-controls, .lw-panel') === null;
}

/** Handlers that see a finger swipe to the side. */
function useSwipe(onMove: (by: number) => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = undefined;
      if (from === undefined || Math.abs(clientX - from.x) < SWIPE) return;
      if (Math.abs(clientY - from.y) < Math.abs(clientX - from.x)) onMove(clientX < from.x ? 1 : -1);
    },
  };
}
