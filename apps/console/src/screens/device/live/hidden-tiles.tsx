/** @module Lists the tiles that a person has hidden, and shows them again. */

import { IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { HiddenTile } from '../../../live/tile-choice.ts';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFlyout } from '../../../ui/use-flyout.ts';
import { TileMenuItem } from './tile-menu.tsx';
import './hidden-tiles.css';

const words = messages.live;

/** The hidden tiles. */
export interface HiddenTilesProps {
  readonly tiles: readonly HiddenTile[];
  /** A ref to the button. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onShow: (id: string) => void;
}

/** A button that opens the list. */
export function HiddenTiles({ tiles, opener, onShow }: HiddenTilesProps) {
  const { isOpen, toggle, close, place } = useFlyout<HTMLFieldSetElement>(opener);
  return (
    <div className="lw-hidden-tiles">
      <IconButton ref={opener} label={words.showHidden} isExpanded={isOpen} onClick={toggle}>
        <IconPlus size={22} />
      </IconButton>
      {isOpen && (
        <fieldset ref={place} className="lw-tile-menu" aria-label={words.showHidden}>
          {tiles.map(({ id, name }) => (
            <TileMenuItem
              key={id}
              icon={<IconPlus size={20} />}
              label={name}
              onClick={() => onShow(id)}
              close={close}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
