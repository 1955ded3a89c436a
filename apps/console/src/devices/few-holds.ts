/** @module Holds the sessions of what is in view, a few at once; where there are more, they take turns. */

/** What it works with. */
export interface FewHoldsOptions {
  /** Holds one; the answer lets go. */
  readonly hold: (key: string) => () => void;
  /** How many at once. */
  readonly most: number;
  /** How long something is in view before it is held, in milliseconds: whoever scrolls past connects to nothing. 0 holds it at once. */
  readonly settleMs: number;
  /** The answer cancels. */
  readonly schedule: (delayMs: number, task: () => void) => () => void;
}

/** One thing's place among those that are held. */
export interface Place {
  /** What holding it was to tell is known: others may have its place after a while. */
  answered(): void;
  /** It is wanted no more. */
  leave(): void;
}

/** How long one that has answered stays when others were never asked, in milliseconds: long enough to tell by which way it answers. */
export const GLANCE_MS = 3_000;

/** How long it stays when all others were asked before. Reason: each turn opens a connection. */
export const TURN_MS = 60_000;

interface Want {
  readonly key: string;
  letGo: (() => void) | undefined;
  hasSettled: boolean;
  hasAnswered: boolean;
  wasHeld: boolean;
  /** Whom it makes room for: nobody yet, those who were never asked, or anybody. */
  givesTo: 'nobody' | 'new' | 'all';
  cancel: () => void;
}

/** Keeps the first of those that are wanted; the next one's turn comes when one is wanted no more, or has answered a while ago. */
export class FewHolds {
  readonly #options: FewHoldsOptions;
  /** Those that have waited, or were held, longest come first. */
  readonly #wants = new Set<Want>();

  constructor(options: FewHoldsOptions) {
    this.#options = options;
  }

  /** Wants one held. */
  want(key: string): Place {
    const { settleMs } = this.#options;
    const want: Want = {
      key,
      letGo: undefined,
      hasSettled: false,
      hasAnswered: false,
      wasHeld: false,
      givesTo: 'nobody',
      cancel: () => undefined,
    };
    this.#wants.add(want);
    const settle = (): void => {
      want.hasSettled = true;
      this.#fill();
    };
    if (settleMs === 0) settle();
    else this.#after(want, settleMs, settle);
    return { answered: () => this.#answer(want), leave: () => this.#leave(want) };
  }

  #answer(want: Want): void {
    // Another screen may hold it: what is known before it has its place counts once it has.
    want.hasAnswered = true;
    if (want.letGo !== undefined) this.#rest(want);
  }

  #rest(want: Want): void {
    this.#after(want, GLANCE_MS, () => {
      want.givesTo = 'new';
      this.#after(want, TURN_MS - GLANCE_MS, () => {
        want.givesTo = 'all';
        this.#fill();
      });
      this.#fill();
    });
  }

  #leave(want: Want): void {
    this.#wants.delete(want);
    this.#release(want);
    // A screen that is left lets go of all of them at once: none of them is the next one's turn.
    queueMicrotask(() => this.#fill());
  }

  #fill(): void {
    const waiting = [...this.#wants].filter(({ hasSettled, letGo }) => hasSettled && letGo === undefined);
    for (const want of waiting.toSorted((a, b) => Number(a.wasHeld) - Number(b.wasHeld))) {
      const held = [...this.#wants].filter(({ letGo }) => letGo !== undefined);
      if (held.length < this.#options.most) this.#hold(want);
      else {
        const giver = held.find(({ givesTo }) => givesTo === 'all' || (givesTo === 'new' && !want.wasHeld));
        if (giver === undefined) continue;
        this.#release(giver);
        this.#toTheEnd(giver);
        this.#hold(want);
      }
    }
  }

  #hold(want: Want): void {
    want.wasHeld = true;
    this.#toTheEnd(want);
    want.letGo = this.#options.hold(want.key);
    if (want.hasAnswered) this.#rest(want);
  }

  #release(want: Want): void {
    want.cancel();
    want.givesTo = 'nobody';
    want.letGo?.();
    want.letGo = undefined;
  }

  #toTheEnd(want: Want): void {
    this.#wants.delete(want);
    this.#wants.add(want);
  }

  #after(want: Want, delayMs: number, task: () => void): void {
    want.cancel();
    want.cancel = this.#options.schedule(delayMs, task);
  }
}
