/** @module The sessions that a screen of many devices holds at once. */

import { createContext, useContext, useEffect, useState } from 'react';
import { FewHolds } from '../devices/few-holds.ts';
import { useServices } from '../services.tsx';

/** How long something is in view before it is connected to, in milliseconds. Reason: whoever scrolls by, or comes from a device, starts nothing. */
const SETTLE_MS = 300;

const HoldsContext = createContext<FewHolds | undefined>(undefined);

/** Gives the cards or tiles below it the holds of their screen. */
export const HoldsProvider = HoldsContext.Provider;

/** The holds of a screen that shows many devices. */
export function useFewHolds(most: number): FewHolds {
  const { sessions } = useServices();
  const [holds] = useState(
    () =>
      new FewHolds({
        most,
        hold: (key) => sessions.hold(key),
        settle: (task) => {
          const timer = setTimeout(task, SETTLE_MS);
          return () => clearTimeout(timer);
        },
      }),
  );
  return holds;
}

/** Holds the session of a device while it is wanted, if its screen has a place for it. @throws Error outside of a screen's holds */
export function useHeld(key: string, isWanted: boolean): void {
  const holds = useContext(HoldsContext);
  if (holds === undefined) throw new Error('a HoldsProvider is expected above this component');
  useEffect(() => (isWanted ? holds.want(key) : undefined), [holds, key, isWanted]);
}
