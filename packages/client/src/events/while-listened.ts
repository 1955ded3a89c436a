/** @module Work that is done for listeners alone, and only while there is something to do it with. */

/** Starts with the first listener, stops with the last one. */
export class WhileListened {
  readonly #isPossible: () => boolean;
  readonly #start: () => () => void;
  #listeners = 0;
  #stop: (() => void) | undefined;

  /** `start` returns what stops the work. */
  constructor(isPossible: () => boolean, start: () => () => void) {
    this.#isPossible = isPossible;
    this.#start = start;
  }

  /** Counts a listener; returns a function that takes it back, once. */
  addListener(): () => void {
    let isListening = true;
    this.#listeners += 1;
    this.refresh();
    return () => {
      if (!isListening) return;
      isListening = false;
      this.#listeners -= 1;
      this.refresh();
    };
  }

  /** Starts or stops; called when it becomes possible, or is no longer. */
  refresh(): void {
    const isWanted = this.#listeners > 0 && this.#isPossible();
    if (isWanted === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#stop = isWanted ? this.#start() : undefined;
  }
}
