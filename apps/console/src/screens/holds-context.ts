/** @module The sessions that a screen of many devices holds at once. */

import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FewHolds, type Place } from '../devices/few-holds.ts';
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
        settleMs,
        schedule,
        hold: (key) => sessions.hold(key),
      }),
  );
  return holds;
}

/** Whose session is held. */
export interface UseHeldOptions {
  readonly key: string;
  readonly isWanted: boolean;
  /** What it is held for is known: others may have its place; never, unless it is told. */
  readonly isAnswered?: boolean;
}

/** Holds the session of a device while it is wanted, if its screen has a place for it. @throws Error outside of a screen's holds */
export function useHeld({ key, isWanted, isAnswered = false }: UseHeldOptions): void {
  const holds = useContext(HoldsContext);
  if (holds === undefined) throw new Error('a HoldsProvider is expected above this component');
  const place = useRef<Place>(undefined);
  const tell = useEffectEvent(() => {
    if (isAnswered) place.current?.answered();
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const own = holds.want(key);
    place.current = own;
    tell();
    return () => {
      place.current = undefined;
      own.leave();
    };
  }, [holds, key, isWanted]);
  useEffect(() => {
    if (isAnswered) place.current?.answered();
  }, [isAnswered]);
}
