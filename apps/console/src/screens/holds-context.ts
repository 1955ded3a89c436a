/** @module The sessions that a screen of many devices holds at once. */

import { createContext, useContext, useEffect, useState } from 'react';
import { FewHolds } from '../devices/few-holds.ts';
import { schedule } from '../schedule.ts';
import { useServices } from '../services.tsx';

const HoldsContext = createContext<FewHolds | undefined>(undefined);

/** Gives the cards or tiles below it the holds of their screen. */
export const HoldsProvider = HoldsContext.Provider;

/** How many sessions a screen holds, and how soon. */
export interface UseFewHoldsOptions {
  readonly most: number;
  /** How long something is in view before it is connected to, in milliseconds; 0 takes over a session that another screen has. */
  readonly settleMs: number;
}

/** The holds of a screen that shows many devices; what it is told first stays. */
export function useFewHolds({ most, settleMs }: UseFewHoldsOptions): FewHolds {
  const { sessions } = useServices();
  const [holds] = useState(
    () =>
      new FewHolds({
        most,
        hold: (key) => sessions.hold(key),
        settle: (task) => {
          if (settleMs === 0) {
            task();
            return () => undefined;
          }
          return schedule(settleMs, task);
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
