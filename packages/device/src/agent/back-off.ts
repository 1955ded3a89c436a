/** @module How long to wait before the next attempt: exponential with full jitter, so that a thousand devices do not reconnect at the same moment. */
import { AttachmentCloseCode } from '@longwire/protocol';

/** A policy for attempts after a failure. */
export interface BackOffPolicy {
  /** Upper bound after the first failure, in milliseconds; it doubles with each failure. */
  readonly baseMs: number;
  /** The largest upper bound, in milliseconds. */
  readonly capMs: number;
  /** Lower bound where an early attempt is useless (refused, or replaced by another process), in milliseconds. */
  readonly refusedFloorMs: number;
}

/** Half a second at first, half a minute at most; ten seconds where a person has to act. */
export const DEFAULT_BACK_OFF: BackOffPolicy = { baseMs: 500, capMs: 30_000, refusedFloorMs: 10_000 };

/** Close codes after which only a change at the service, or of another process, lets the next attempt succeed. */
const REFUSALS: ReadonlySet<number> = new Set([
  AttachmentCloseCode.proofRejected,
  AttachmentCloseCode.unknownProduct,
  AttachmentCloseCode.unknownDevice,
  AttachmentCloseCode.replaced,
]);

/** How long to wait after the given number of failures in a row (1 for the first), in milliseconds. */
export function backOffMs(
  failures: number,
  closeCode: number,
  policy: BackOffPolicy = DEFAULT_BACK_OFF,
  random: () => number = Math.random,
): number {
  const boundMs = Math.min(policy.capMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
  const floorMs = REFUSALS.has(closeCode) ? policy.refusedFloorMs : 0;
  return floorMs + random() * boundMs;
}
