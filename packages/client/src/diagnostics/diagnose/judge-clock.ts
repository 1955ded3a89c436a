/** @module Judges this machine's clock, which validates tokens and certificates. */
import type { IceServer } from '@longwire/protocol';
import { bad, good, skipped, type Verdict } from './finding.ts';

/** A clock before the creation of this program is wrong. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);

/** Largest harmless difference, in milliseconds; the same as in `longwire-device doctor`. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** TURN credentials begin with their expiry time in seconds (draft-uberti-behave-turn-rest-00 section 2.2). */
const EXPIRY = /^(\d{9,11}):/u;

const SET_THE_CLOCK = "set this machine's clock, preferably automatically from the network";

/** The times to compare. */
export interface ClockEvidence {
  readonly nowMs: number;
  /** The service's time, if its answer was readable. */
  readonly serviceMs: number | undefined;
  /** Servers that the service has just listed, with fresh credentials. */
  readonly servers: readonly IceServer[];
}

/** Compares the clock with the service's, or else with the expiry of fresh credentials. */
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
  if (isOver) return wrong('by its time, new credentials from the service have already expired');
  return skipped('clock', "the service's time cannot be read from this page", 'clock-unknown');
}

function wrong(reason: string, differenceSeconds?: number): Verdict {
  return bad('clock', {
    code: 'clock-wrong',
    text: `this machine's clock is wrong: ${reason}; token logins and certificate checks will fail`,
    todo: SET_THE_CLOCK,
    ...(differenceSeconds === undefined ? {} : { facts: { differenceSeconds } }),
  });
}
