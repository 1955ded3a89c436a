/** @module Work done only for listeners, and only while it is possible. */

/** Starts with the first listener, stops with the last one. */
export class WhileListened {
  readonly #isPossible: () => boolean;
  readonly #start: () => () => void;
  #listeners = 0;
  #stop: (() => void) | undefined;

  /** `start` returns a function that stops the work. */
  constructor(isPossible: () => boolean, start: () => () => void) {
    this.#isPossible = isPossible;
    this.#start = start;
  }

  /** Counts a listener; returns a function that removes it, once. */
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

  /** Starts or stops; call it when `isPossible` changes. */
  refresh(): void {
    const isWanted = this.#listeners > 0 && this.#isPossible();
    if (isWanted === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#stop = isWanted ? this.#start() : undefined;
  }
}
