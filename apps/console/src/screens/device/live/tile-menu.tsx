/** @module The controls of a tile that are used less often, behind one button. */

import { IconDots, IconX } from '@tabler/icons-react';
import { useLayoutEffect, type ReactNode, type RefObject } from 'react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFlyout } from '../../../ui/use-flyout.ts';
import './tile-menu.css';

const words = messages.live;

/** The contents of the menu. */
export interface TileMenuProps {
  /** The tile's name. */
  readonly name: string;
  /** The button, which gets the focus of a control that disappears. */
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** Removes the tile, if it can be removed. */
  readonly onHide: (() => void) | undefined;
  /** Further contents; `close` is called before an action. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens the menu; nothing in it happens before it is closed, so that the focus is on the button. */
export function TileMenu({ name, ref, onHide, children }: TileMenuProps) {
  const { isOpen, toggle, close, place } = useFlyout<HTMLFieldSetElement>(ref);
  // The menu of one of the last tiles ends below the screen.
  useLayoutEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, place]);
  return (
    <>
      <IconButton ref={ref} label={words.more} isExpanded={isOpen} onClick={toggle}>
        <IconDots size={24} />
      </IconButton>
      {isOpen && (
        <fieldset ref={place} className="lw-tile-menu" aria-label={words.moreOf(name)}>
          {children(close)}
          {onHide !== undefined && (
            <TileMenuItem icon={<IconX size={20} />} label={words.hide} onClick={onHide} close={close} />
          )}
        </fieldset>
      )}
    </>
  );
}

/** One action. */
export interface TileMenuItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onClick: () => void;
  readonly close: () => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
}

/** An entry: icon and words. */
export function TileMenuItem({
  icon,
  label,
  onClick,
  close,
  isPressed,
  isDisabled = false,
}: TileMenuItemProps) {
  return (
    <button
      type="button"
      className="lw-tile-menu-item"
      disabled={isDisabled}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => {
        close();
        onClick();
      }}
    >
      <span aria-hidden="true">{icon}</span>
      {label}
    </button>
  );
}
