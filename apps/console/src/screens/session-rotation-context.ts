/** @module Limits the sessions that a screen with many devices keeps open at once. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SessionRotation, type Place } from '../devices/session-rotation.ts';
import { pageClock } from '../page-clock.ts';
import { useServices } from '../services.tsx';
import { requiredContext } from '../ui/required-context.ts';

/** Provides the limit to the cards or tiles of a screen. */
const [SessionRotationProvider, useRotation] = requiredContext<SessionRotation>('Rotation');
export { SessionRotationProvider };

/** The number of sessions, and the delay before connecting. */
export interface UseSessionRotationOptions {
  readonly most: number;
  /** How long an element must be in view before its device is connected, in milliseconds; 0 takes over a session of another screen. */
  readonly settleMs: number;
}

/** Creates the limit for a screen with many devices; later changes of the options are ignored. */
export function useSessionRotation({ most, settleMs }: UseSessionRotationOptions): SessionRotation {
  const { sessions } = useServices();
  const [rotation] = useState(
    () =>
      new SessionRotation({
        most,
        settleMs,
        clock: pageClock,
        hold: (key) => sessions.hold(key),
      }),
  );
  return rotation;
}

/** The device whose session is held. */
export interface UseHeldSessionOptions {
  readonly key: string;
  readonly isWanted: boolean;
  /** The question the session was opened for is answered, so another device may take its place. Never, if omitted. */
  readonly isAnswered?: boolean;
}

/** Keeps a device's session open while it is wanted and the screen's limit permits. @throws Error outside of a SessionRotationProvider */
export function useHeldSession({ key, isWanted, isAnswered = false }: UseHeldSessionOptions): void {
  const rotation = useRotation();
  const place = useRef<Place>(undefined);
  const markAnswered = useEffectEvent(() => {
    if (isAnswered) place.current?.answered();
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const own = rotation.want(key);
    place.current = own;
    markAnswered();
    return () => {
      place.current = undefined;
      own.leave();
    };
  }, [rotation, key, isWanted]);
  useEffect(() => {
    if (isAnswered) place.current?.answered();
  }, [isAnswered]);
}
