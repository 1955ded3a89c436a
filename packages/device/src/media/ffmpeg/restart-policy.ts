/** @module Times of a camera, and the delays after its failures. */
import type { BackOff } from '@longwire/protocol';

/** Times of a camera's process. All in milliseconds. */
export interface CameraTiming {
  /** How long the process continues after the last viewer has left, because users reload pages. */
  readonly graceMs: number;
  /** How long the process runs for a viewer who is expected because of a login. */
  readonly preparedMs: number;
  /** How long the camera may be silent before it counts as failed. */
  readonly silenceMs: number;
  /** The longest delay after the first failure; its random part doubles with each further one. */
  readonly retryBaseMs: number;
  /** The longest delay. */
  readonly retryCapMs: number;
  /** After a run of this length the next failure counts as the first. */
  readonly steadyMs: number;
}

/** Five seconds of grace, ten for an expected viewer, failed after ten seconds of silence, retried after half a second at first and after 15 s at most. */
export const DEFAULT_CAMERA_TIMING: CameraTiming = {
  graceMs: 5_000,
  preparedMs: 10_000,
  silenceMs: 10_000,
  retryBaseMs: 500,
  retryCapMs: 15_000,
  steadyMs: 10_000,
};

/** The back-off of a camera: at least half of the first delay, so that a program that fails at once is not restarted at once. */
export function cameraBackOff({ retryBaseMs, retryCapMs }: CameraTiming): BackOff {
  const floorMs = retryBaseMs / 2;
  return { floorMs, baseMs: retryBaseMs - floorMs, capMs: retryCapMs - floorMs };
}
