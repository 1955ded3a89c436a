/** @module The steps of connecting as reported to the application: each once, in order, whatever the actual order inside. */
import { CONNECT_STEPS, type ConnectStep } from './state.ts';

/** Reports steps in ascending order; a second attempt continues where the first one got to. */
export class ConnectSteps {
  #reached = -1;
  #reported = -1;
  #onStep: ((step: ConnectStep) => void) | undefined;

  /** Records a step; reports the earlier ones first. */
  reach(step: ConnectStep): void {
    this.#reached = Math.max(this.#reached, CONNECT_STEPS.indexOf(step));
    this.#report();
  }

  /** Starts reporting; steps already taken are reported at once. */
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
