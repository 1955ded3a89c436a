/** @module The clock of this page. */

import { clockOf, type Clock } from '@longwire/protocol/base';

/** Time and timers of this page. */
export const pageClock: Clock = clockOf(globalThis);
