/** @module The steps of connecting as the outside sees them: each once, in order, whatever overtakes what inside. */
import { CONNECT_STEPS, type ConnectStep } from './state.ts';

/** Reports steps upwards; a second attempt begins where the first one stands. */
export class StepLadder {
  #reached = -1;
  #reported = -1;
  #onStep: ((step: ConnectStep) => void) | undefined;

  /** Notes a step; the ones below it are reported first. */
  reach(step: ConnectStep): void {
    this.#reached = Math.max(this.#reached, CONNECT_STEPS.indexOf(step));
    this.#report();
  }

  /** From here on steps are reported; those that were taken before at once. */
  start(onStep: (step: ConnectStep) => void): void {
    this.#onStep = onStep;
    this.#report();
  }

  #report(): void {
    while (this.#onStep !== undefined && this.#reported < this.#reached) {
      this.#reported += 1;
      const step = CONNECT_STEPS[this.#reported];
      if (step !== undefined) this.#onStep(step);
    }
  }
}
