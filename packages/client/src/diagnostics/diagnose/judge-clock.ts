/** @module Whether this machine's clock is right: tokens and certificates are judged by it. */
import type { IceServer } from '@longwire/protocol';
import { bad, good, skipped, type Verdict } from './finding.ts';

/** No clock is right that is before this program was written. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);

/** Longest difference that harms nothing, in milliseconds: as `longwire-device doctor` has it. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** Credentials of TURN servers begin with the second that they are good until (draft-uberti-behave-turn-rest-00 section 2.2). */
const EXPIRY = /^(\d{9,11}):/u;

const SET_THE_CLOCK = "set this machine's clock: have it set by the network";

/** What the clock is compared with. */
export interface ClockEvidence {
  readonly nowMs: number;
  /** The service's time, where its answer could be read. */
  readonly serviceMs: number | undefined;
  /** Those of the service just now. */
  readonly servers: readonly IceServer[];
}

/** Compares the clock with the service's, or else with what the service has just given. */
export function judgeClock({ nowMs, serviceMs, servers }: ClockEvidence): Verdict {
  if (nowMs < EARLIEST_MS) return wrong(`it says ${new Date(nowMs).toISOString()}`);
  if (serviceMs !== undefined) {
    const seconds = Math.round((nowMs - serviceMs) / 1000);
    if (Math.abs(seconds) * 1000 <= MAX_CLOCK_DIFFERENCE_MS)
      return good('clock', "this machine's clock agrees with the service's", { differenceSeconds: seconds });
    const way = seconds > 0 ? 'ahead of' : 'behind';
    return wrong(`it is ${Math.abs(seconds)} s ${way} the service's`, seconds);
  }
  const isOver = servers.some(({ username = '' }) => {
    const expiry = EXPIRY.exec(username)?.[1];
    return expiry !== undefined && Number(expiry) * 1000 < nowMs;
  });
  if (isOver) return wrong('by it, the credentials that the service has just given are over');
  return skipped('clock', "the service's time cannot be read from this page", 'clock-unknown');
}

function wrong(words: string, differenceSeconds?: number): Verdict {
  return bad('clock', {
    code: 'clock-wrong',
    text: `this machine's clock is wrong: ${words}; logins by token and the checks of certificates go wrong`,
    todo: SET_THE_CLOCK,
    ...(differenceSeconds === undefined ? {} : { facts: { differenceSeconds } }),
  });
}
