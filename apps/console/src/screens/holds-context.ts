/** @module Limits the sessions that a screen with many devices keeps open at once. */

import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FewHolds, type Place } from '../devices/few-holds.ts';
import { schedule } from '../schedule.ts';
import { useServices } from '../services.tsx';

const HoldsContext = createContext<FewHolds | undefined>(undefined);

/** Provides the limit to the cards or tiles of a screen. */
export const HoldsProvider = HoldsContext.Provider;

/** The number of sessions, and the delay before connecting. */
export interface UseFewHoldsOptions {
  readonly most: number;
  /** How long an element must be in view before its device is connected, in milliseconds; 0 takes over a session of another screen. */
  readonly settleMs: number;
}

/** Creates the limit for a screen with many devices; later changes of the options are ignored. */
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

/** The device whose session is held. */
export interface UseHeldOptions {
  readonly key: string;
  readonly isWanted: boolean;
  /** The question the session was opened for is answered, so another device may take its place. Never, if omitted. */
  readonly isAnswered?: boolean;
}

/** Keeps a device's session open while it is wanted and the screen's limit permits. @throws Error outside of a HoldsProvider */
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
