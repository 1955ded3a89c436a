/** @module Gives a lost focus a place when what is on a screen changes. */

import { useEffect, useRef } from 'react';
import { focusScreen } from './screen-focus.ts';

/** Where what had the focus is gone after a change of the screen, the screen's heading has it next. */
export function useLostFocus(): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: Pick<FocusEvent, 'target'>) => {
      last.current = target;
    };
    note({ target: document.activeElement });
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (last.current instanceof Element && !last.current.isConnected) focusScreen(document);
  });
}
