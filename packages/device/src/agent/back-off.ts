/** @module The delays between attempts of a device to attach to its service. */
import { AttachmentCloseCode, type BackOff } from '@longwire/protocol';

/** The delays between attempts; in milliseconds. */
export interface BackOffPolicy {
  /** Upper bound after the first failure; it doubles with each failure. */
  readonly baseMs: number;
  /** The largest upper bound. */
  readonly capMs: number;
  /** Lower bound where an early attempt is useless: the service refused the device, or another process replaced it. */
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

/** The back-off after the attachment has ended with a code. */
export function backOffAfter(
  closeCode: number,
  { baseMs, capMs, refusedFloorMs }: BackOffPolicy = DEFAULT_BACK_OFF,
): BackOff {
  return { floorMs: REFUSALS.has(closeCode) ? refusedFloorMs : 0, baseMs, capMs };
}
