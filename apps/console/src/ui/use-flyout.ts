/** @module A flyout that a button opens next to itself, and that Escape or a press elsewhere closes. */

import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether the flyout is open, and the props of its two parts. */
export interface Flyout<Place extends HTMLElement> {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Closes the flyout and focuses the button, since the focused element may be gone. */
  readonly close: () => void;
  /** The flyout's element. */
  readonly place: RefObject<Place | null>;
}

/** The flyout of a button; Escape closes it from the button and from the flyout, and a press on anything else does. */
export function useFlyout<Place extends HTMLElement>(
  opener: RefObject<HTMLButtonElement | null>,
): Flyout<Place> {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<Place>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || !(target instanceof Node)) return;
      const isWithin = [opener, place].some(({ current }) => current?.contains(target));
      // Not every browser focuses a button on click.
      if (!isWithin && target !== document.body) return;
      event.preventDefault();
      setIsOpen(false);
      opener.current?.focus();
    };
    const handlePress = ({ target }: PointerEvent) => {
      const isWithin = [opener, place].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isWithin) setIsOpen(false);
    };
    // Before the shortcuts of the page, whichever of the two was added first.
    document.addEventListener('keydown', handleKey, { capture: true });
    document.addEventListener('pointerdown', handlePress);
    return () => {
      document.removeEventListener('keydown', handleKey, { capture: true });
      document.removeEventListener('pointerdown', handlePress);
    };
  }, [isOpen, opener]);
  return { isOpen, toggle: () => setIsOpen(!isOpen), close, place };
}
