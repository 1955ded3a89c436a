/** @module Whether the clock is right: certificates, invites and tokens are judged by it. */
import { bad, good, type Verdict } from '@longwire/protocol';

/** No clock is right that is before this program was written: a board without a battery begins in 1970. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);

/** Longest difference that harms nothing, in milliseconds: tokens are judged with a minute's leeway. */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const SET_CLOCK = "set the clock: 'timedatectl set-ntp true', and wait until 'timedatectl' says synchronized";

/** Compares the clock with that of the service, where its answer said what time it is. */
export function checkClock(nowMs: number, serviceMs: number | undefined): Verdict {
  const now = new Date(nowMs).toISOString();
  if (nowMs < EARLIEST_MS)
    return bad(
      'clock',
      `it says ${now}: certificates seem not valid yet, and the service cannot be reached by wss://`,
      SET_CLOCK,
    );
  if (serviceMs === undefined) return good('clock', `it says ${now}`);
  const seconds = Math.round((nowMs - serviceMs) / 1000);
  if (Math.abs(seconds) * 1000 <= MAX_CLOCK_DIFFERENCE_MS) return good('clock', 'as the service has it');
  const words = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  return bad('clock', `it is ${words}: logins by token and the end of invites go wrong`, SET_CLOCK);
}
