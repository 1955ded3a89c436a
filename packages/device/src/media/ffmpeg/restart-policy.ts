/** @module When a camera that failed is tried again: exponentially later, with jitter, so that many do not come at once. */

/** How a camera is run. All in milliseconds. */
export interface CameraTiming {
  /** How long the process goes on after the last viewer has left: people reload pages. */
  readonly graceMs: number;
  /** How long nothing may come before the camera is taken for dead. */
  readonly silenceMs: number;
  /** The longest wait after the first failure; it doubles with each. */
  readonly retryBaseMs: number;
  /** The longest wait ever. */
  readonly retryCapMs: number;
  /** A run that lasted this long was a good one: the next failure counts as the first. */
  readonly steadyMs: number;
}

/** Five seconds of grace, dead after ten of silence, tried again after half a second at first and 15 s at most. */
export const DEFAULT_CAMERA_TIMING: CameraTiming = {
  graceMs: 5_000,
  silenceMs: 10_000,
  retryBaseMs: 500,
  retryCapMs: 15_000,
  steadyMs: 10_000,
};

/** How long to wait after so many failures in a row (1 for the first), in milliseconds: between half of the bound and the bound. */
export function retryDelayMs(
  failures: number,
  { retryBaseMs, retryCapMs }: CameraTiming,
  random: () => number = Math.random,
): number {
  const boundMs = Math.min(retryCapMs, retryBaseMs * 2 ** Math.min(failures - 1, 30));
  return boundMs * (0.5 + random() / 2);
}
