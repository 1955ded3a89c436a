/** @module Whether this machine's clock agrees with the others'. */
import { bad, good, skipped, type Verdict } from '@longwire/protocol';

/** A clock elsewhere. */
export interface OtherClock {
  readonly name: string;
  readonly timeMs: number;
  /** When it was read, by this machine's clock. */
  readonly readAtMs: number;
}

/** Difference that is no fault, in milliseconds: whole seconds, and the way. Tokens and TURN credentials allow for much more. */
const TOLERANCE_MS = 5_000;

/** Compares. */
export function checkClock(clocks: readonly OtherClock[]): Verdict {
  if (clocks.length === 0) return skipped('clock', 'there is no other clock to compare it with');
  const off = clocks.filter(({ timeMs, readAtMs }) => Math.abs(timeMs - readAtMs) > TOLERANCE_MS);
  if (off.length === 0) return good('clock', `it agrees with ${clocks.map(({ name }) => name).join(', ')}`);
  const words = off.map(({ name, timeMs, readAtMs }) => {
    const seconds = Math.round((readAtMs - timeMs) / 1_000);
    return `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${name}`;
  });
  return bad(
    'clock',
    `it is ${words.join(', ')}`,
    'let both set their clocks (timedatectl set-ntp true): tokens, jwts and TURN credentials end by the clock',
  );
}
