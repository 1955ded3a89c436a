/** @module Something small that a button opens beside itself, and that Escape closes again. */

import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether it is open, and what its two parts are told. */
export interface Flyout<Place extends HTMLElement> {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Closes it; the button has the focus again, since what had it may be gone. */
  readonly close: () => void;
  /** The element that is opened. */
  readonly place: RefObject<Place | null>;
}

/** A flyout of the button, which is where Escape leads back to from the button and from all that it opened. */
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
      // Not every browser gives the focus to a button that is clicked.
      if (!isWithin && target !== document.body) return;
      setIsOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOpen, opener]);
  return { isOpen, toggle: () => setIsOpen(!isOpen), close, place };
}
