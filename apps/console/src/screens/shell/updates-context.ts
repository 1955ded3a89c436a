/** @module Provides the update state of the console. */

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShellUpdates, ShellVersion } from '../../shell/shell-updates.ts';

const UpdatesContext = createContext<ShellUpdates | undefined>(undefined);

/** Provides the update state to the screens below it; undefined on a page without a service worker. */
export const UpdatesProvider = UpdatesContext.Provider;

const subscribeToNothing = (): (() => void) => () => undefined;
const alwaysCurrent = (): ShellVersion => 'current';

/** Whether a newer version is available, and how to change to it. */
export function useUpdates(): { readonly version: ShellVersion; readonly change: () => void } {
  const updates = useContext(UpdatesContext);
  const version = useSyncExternalStore(
    updates?.subscribe ?? subscribeToNothing,
    updates?.snapshot ?? alwaysCurrent,
  );
  return { version, change: () => updates?.change() };
}
