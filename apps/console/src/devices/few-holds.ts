/** @module Holds the sessions of what is in view, a few at once. */

/** What it works with. */
export interface FewHoldsOptions {
  /** Holds one; the answer lets go. */
  readonly hold: (key: string) => () => void;
  /** How many at once. */
  readonly most: number;
  /** Waits a moment before something that came into view is held: whoever scrolls past connects to nothing. The answer cancels. */
  readonly settle: (task: () => void) => () => void;
}

interface Want {
  readonly key: string;
  letGo: (() => void) | undefined;
  hasSettled: boolean;
}

/** Keeps the first few of those that are wanted; the next one's turn comes when one is wanted no more. */
export class FewHolds {
  readonly #options: FewHoldsOptions;
  readonly #wants = new Set<Want>();

  constructor(options: FewHoldsOptions) {
    this.#options = options;
  }

  /** Wants one held; the answer wants it no more. */
  want(key: string): () => void {
    const want: Want = { key, letGo: undefined, hasSettled: false };
    this.#wants.add(want);
    const cancel = this.#options.settle(() => {
      want.hasSettled = true;
      this.#fill();
    });
    return () => {
      cancel();
      this.#wants.delete(want);
      want.letGo?.();
      want.letGo = undefined;
      // A screen that is left lets go of all of them at once: none of them is the next one's turn.
      queueMicrotask(() => this.#fill());
    };
  }

  #fill(): void {
    const { most, hold } = this.#options;
    let held = [...this.#wants].filter(({ letGo }) => letGo !== undefined).length;
    for (const want of this.#wants) {
      if (held >= most) return;
      if (want.letGo !== undefined || !want.hasSettled) continue;
      want.letGo = hold(want.key);
      held += 1;
    }
  }
}
