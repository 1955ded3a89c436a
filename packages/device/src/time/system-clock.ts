/** @module The clock of the machine. */
import { clockOf, type Clock } from '@longwire/protocol';

/** The machine's time and timers. */
export const systemClock: Clock = clockOf(globalThis);
