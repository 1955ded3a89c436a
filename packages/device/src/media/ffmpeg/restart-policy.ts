/** @module Times of a camera, and when a program that reads it starts again. */
import { backOffMs, type BackOff, type Clock } from '@longwire/protocol';
import type { ProcessEnd } from './ffmpeg-process.ts';
import type { InputCare } from './input-arguments.ts';

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

/** The runs of one program, and what follows from their ends. */
export class RestartPolicy {
  readonly #timing: CameraTiming;
  readonly #clock: Clock;
  #failures = 0;
  #startedMs = 0;
  #care: InputCare = 'quick';

  constructor(timing: CameraTiming, clock: Clock) {
    this.#timing = timing;
    this.#clock = clock;
  }

  /** How much of the input the next run analyzes. */
  get care(): InputCare {
    return this.#care;
  }

  /** Whether the failure is not the first: a camera that is off for a week causes the same message again and again. */
  get isRepeated(): boolean {
    return this.#failures > 1;
  }

  /** Call it when a run starts. */
  handleStart(): void {
    this.#startedMs = this.#clock.monotonic();
  }

  /** Call it when a run has ended, before {@link countFailure}. */
  handleEnd({ isTooShort }: ProcessEnd, hasFrames: boolean): void {
    const lastedMs = this.#clock.monotonic() - this.#startedMs;
    if (hasFrames && lastedMs > this.#timing.steadyMs) this.#failures = 0;
    if (isTooShort) this.#care = 'careful';
  }

  /** Counts a failure; returns the delay before the next run, in milliseconds. */
  countFailure(): number {
    this.#failures += 1;
    return backOffMs(cameraBackOff(this.#timing), this.#failures, Math.random());
  }
}
