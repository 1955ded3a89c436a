/** @module The versions of the console, for what shows them. */

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShellUpdates, ShellVersion } from '../../shell/shell-updates.ts';

const UpdatesContext = createContext<ShellUpdates | undefined>(undefined);

/** Gives the screens below it the versions; undefined on a page without a worker. */
export const UpdatesProvider = UpdatesContext.Provider;

const subscribeToNothing = (): (() => void) => () => undefined;
const alwaysCurrent = (): ShellVersion => 'current';

/** Whether the page that runs is the newest, and how to change to the newest. */
export function useUpdates(): { readonly version: ShellVersion; readonly change: () => void } {
  const updates = useContext(UpdatesContext);
  const version = useSyncExternalStore(
    updates?.subscribe ?? subscribeToNothing,
    updates?.snapshot ?? alwaysCurrent,
  );
  return { version, change: () => updates?.change() };
}
