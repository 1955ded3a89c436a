/** @module Checks that this machine's clock agrees with others. */
import { bad, good, skipped, type Verdict } from '@longwire/protocol';

/** A reading of another machine's clock. */
export interface OtherClock {
  readonly name: string;
  readonly timeMs: number;
  /** Local time of the reading. */
  readonly readAtMs: number;
}

/**
 * Difference that is tolerated, in milliseconds: clocks are read in whole seconds, and the network adds
 * delay. Tokens and TURN credentials allow for much more.
 */
const TOLERANCE_MS = 5_000;

/** Compares the local clock with `clocks`. */
export function checkClock(clocks: readonly OtherClock[]): Verdict {
  if (clocks.length === 0) return skipped('clock', 'no other clock to compare with');
  const off = clocks.filter(({ timeMs, readAtMs }) => Math.abs(timeMs - readAtMs) > TOLERANCE_MS);
  if (off.length === 0) return good('clock', `agrees with ${clocks.map(({ name }) => name).join(', ')}`);
  const words = off.map(({ name, timeMs, readAtMs }) => {
    const seconds = Math.round((readAtMs - timeMs) / 1_000);
    return `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${name}`;
  });
  return bad(
    'clock',
    `it is ${words.join(', ')}`,
    'synchronize both clocks (timedatectl set-ntp true): tokens, JWTs and TURN credentials expire by the clock',
  );
}
