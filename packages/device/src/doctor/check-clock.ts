/** @module Checks the clock, on which certificates, invites and tokens depend. */
import { bad, good, type Verdict } from '@longwire/protocol';
import { EARLIEST_CLOCK_MS } from '../iam/access-end.ts';

/** Largest harmless difference, in milliseconds: tokens are checked with a minute's leeway. */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const SET_CLOCK = "set the clock: 'timedatectl set-ntp true', and wait until 'timedatectl' says synchronized";

/** Compares the clock with that of the service, if its answer contained the time. */
export function checkClock(nowMs: number, serviceMs: number | undefined): Verdict {
  const now = new Date(nowMs).toISOString();
  if (nowMs < EARLIEST_CLOCK_MS)
    return bad(
      'clock',
      `it says ${now}: certificates seem not valid yet, and the service cannot be reached by wss://`,
      SET_CLOCK,
    );
  if (serviceMs === undefined) return good('clock', `it says ${now}`);
  const seconds = Math.round((nowMs - serviceMs) / 1000);
  if (Math.abs(seconds) * 1000 <= MAX_CLOCK_DIFFERENCE_MS)
    return good('clock', 'matches that of the service');
  const words = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  return bad('clock', `it is ${words}: logins by token and the end of invites go wrong`, SET_CLOCK);
}
