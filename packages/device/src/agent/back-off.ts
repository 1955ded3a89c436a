/** @module The delays between attempts of a device to attach to its service. */
import { AttachmentCloseCode, CloseCode, type BackOff } from '@longwire/protocol';

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

/** Close codes with which a service limits the rate: an attempt soon would be refused as well. */
const LIMITED: ReadonlySet<number> = new Set([1008, 1013]);

/** Close codes of a service that stops: all its devices lose it at the same moment. */
const STOPPING: ReadonlySet<number> = new Set([CloseCode.goingAway, CloseCode.serviceRestart]);

/**
 * For this long after the loss, in milliseconds, no wait exceeds {@link QUICK_CAP_MS}. Reason: a restart and a failed
 * network take seconds, and the device is missed meanwhile.
 */
export const QUICK_FOR_MS = 30_000;

/** Longest wait while the service may be back at any moment, in milliseconds; five thousand devices spread over it. */
const QUICK_CAP_MS = 2_000;

/** The attempts since the attachment was lost. */
export interface Outage {
  /** When it began, by a monotonic clock in milliseconds. */
  readonly sinceMs: number;
  /** Failures in a row that were followed by a short wait. */
  readonly quick: number;
  /** Failures in a row that were followed by a growing wait. */
  readonly slow: number;
}

/** The back-off after a failure, and its number in a row. */
export interface NextWait {
  readonly outage: Outage;
  readonly backOff: BackOff;
  readonly inRow: number;
}

/** The wait after the attachment, or an attempt to attach, has ended with a code. */
export function nextWait(
  closeCode: number,
  nowMs: number,
  before: Outage | undefined,
  { baseMs, capMs, refusedFloorMs }: BackOffPolicy = DEFAULT_BACK_OFF,
): NextWait {
  const { sinceMs, quick, slow } = before ?? { sinceMs: nowMs, quick: 0, slow: 0 };
  const isRefused = REFUSALS.has(closeCode);
  const quickCapMs = Math.min(capMs, QUICK_CAP_MS);
  if (!isRefused && !LIMITED.has(closeCode) && nowMs - sinceMs < QUICK_FOR_MS) {
    const firstMs = STOPPING.has(closeCode) ? quickCapMs : baseMs;
    return {
      outage: { sinceMs, quick: quick + 1, slow },
      backOff: { floorMs: 0, baseMs: firstMs, capMs: quickCapMs },
      inRow: quick + 1,
    };
  }
  return {
    outage: { sinceMs, quick, slow: slow + 1 },
    backOff: {
      floorMs: isRefused ? refusedFloorMs : 0,
      baseMs: isRefused ? baseMs : Math.min(capMs, 2 * QUICK_CAP_MS),
      capMs,
    },
    inRow: slow + 1,
  };
}
