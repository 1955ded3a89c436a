/** @module Retry delays for failed cameras: exponential backoff with jitter, so that many cameras do not retry at the same time. */

/** Times of a camera's process. All in milliseconds. */
export interface CameraTiming {
  /** How long the process continues after the last viewer has left, because users reload pages. */
  readonly graceMs: number;
  /** How long the camera may be silent before it counts as failed. */
  readonly silenceMs: number;
  /** The longest delay after the first failure; it doubles with each further one. */
  readonly retryBaseMs: number;
  /** The longest delay. */
  readonly retryCapMs: number;
  /** After a run of this length the next failure counts as the first. */
  readonly steadyMs: number;
}

/** Five seconds of grace, failed after ten seconds of silence, retried after half a second at first and after 15 s at most. */
export const DEFAULT_CAMERA_TIMING: CameraTiming = {
  graceMs: 5_000,
  silenceMs: 10_000,
  retryBaseMs: 500,
  retryCapMs: 15_000,
  steadyMs: 10_000,
};

/** The delay after `failures` consecutive failures (1 for the first), in milliseconds: between half of the bound and the bound. */
export function retryDelayMs(
  failures: number,
  { retryBaseMs, retryCapMs }: CameraTiming,
  random: () => number = Math.random,
): number {
  const boundMs = Math.min(retryCapMs, retryBaseMs * 2 ** Math.min(failures - 1, 30));
  return boundMs * (0.5 + random() / 2);
}
