/** @module Asks the device again when this user's access ends, and while it has ended. */

import type { Clock } from '@longwire/protocol/base';
import { useEffect } from 'react';
import { pageClock } from '../../page-clock.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Me } from '../../session/me.ts';

/** Time between two questions once access has ended, in milliseconds: the owner may extend it. */
const AGAIN_MS = 5_000;

/** Longest wait. Reason: the device's clock may be set, and a timer of more than 2^31 ms would end at once. */
const MAX_WAIT_MS = 60 * 60_000;

/** Keeps the user of a session current; `clock` must be the same in each render. */
export function useAccessEnd(
  session: Pick<DeviceSession, 'refreshUser'>,
  me: Me | undefined,
  clock: Pick<Clock, 'schedule' | 'monotonic'> = pageClock,
): void {
  const end = me?.accessEnd;
  useEffect(() => {
    if (end === undefined) return undefined;
    let cancel: () => void = () => undefined;
    let isOver = false;
    const endsMs = clock.monotonic() + end.leftMs;
    const wait = (): void => {
      const leftMs = endsMs - clock.monotonic();
      const delayMs = leftMs <= 0 ? AGAIN_MS : Math.min(leftMs, MAX_WAIT_MS);
      cancel = clock.schedule(delayMs, () => {
        void session.refreshUser().finally(() => {
          if (!isOver) wait();
        });
      });
    };
    wait();
    return () => {
      isOver = true;
      cancel();
    };
  }, [session, end, clock]);
}
