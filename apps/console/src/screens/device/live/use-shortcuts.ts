/** @module Keys that act on the picture that is shown alone. */

import { useEffect, useEffectEvent } from 'react';

/** Actions by the key's name (`KeyboardEvent.key`), letters in lower case. */
export type Shortcuts = Readonly<Record<string, () => unknown>>;

/** Runs an action when its key is pressed outside of a field. A button that has the focus keeps its own space bar. */
export function useShortcuts(isActive: boolean, shortcuts: Shortcuts): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (!(target instanceof Element) || target.closest('input, textarea, select, dialog, .lw-tile-menu'))
      return;
    if (event.key === ' ' && target.closest('button, a') !== null) return;
    const action = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isActive]);
}
