/** @module Holds the sessions of the visible devices, a limited number at a time; the others take turns. */

import type { Clock } from '@longwire/protocol/base';

/** Options of `SessionRotation`. */
export interface SessionRotationOptions {
  /** Holds a session; returns a function that releases it. */
  readonly hold: (key: string) => () => void;
  /** How many sessions are held at a time. */
  readonly most: number;
  /**
   * How long a device must be visible before its session is held, in milliseconds, so that scrolling past connects to nothing. 0 holds it
   * immediately.
   */
  readonly settleMs: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** One device's claim to a held session. */
export interface Place {
  /** The device has answered: after a while its slot may go to another. */
  answered(): void;
  /** The device is no longer visible. */
  leave(): void;
}

/** How long a device that has answered keeps its slot while others have never been tried, in milliseconds: long enough to learn its path. */
export const GLANCE_MS = 3_000;

/** How long it keeps its slot once all others have been tried. Reason: each turn opens a connection. */
export const TURN_MS = 60_000;

interface Want {
  readonly key: string;
  letGo: (() => void) | undefined;
  hasSettled: boolean;
  hasAnswered: boolean;
  wasHeld: boolean;
  /** To whom it yields its slot: none, those never tried, or any. */
  yieldsTo: 'none' | 'new' | 'all';
  cancel: () => void;
}

/** Holds the first claims; the next one's turn comes when a claim ends, or when its device answered a while ago. */
export class SessionRotation {
  readonly #options: SessionRotationOptions;
  /** Those that have waited, or been held, longest come first. */
  readonly #wants = new Set<Want>();

  constructor(options: SessionRotationOptions) {
    this.#options = options;
  }

  /** Claims a slot for a device. */
  want(key: string): Place {
    const { settleMs } = this.#options;
    const want: Want = {
      key,
      letGo: undefined,
      hasSettled: false,
      hasAnswered: false,
      wasHeld: false,
      yieldsTo: 'none',
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
    // Another screen may hold the session: an answer that came before the slot counts once the slot is granted.
    want.hasAnswered = true;
    if (want.letGo !== undefined) this.#rest(want);
  }

  #rest(want: Want): void {
    this.#after(want, GLANCE_MS, () => {
      want.yieldsTo = 'new';
      this.#after(want, TURN_MS - GLANCE_MS, () => {
        want.yieldsTo = 'all';
        this.#fill();
      });
      this.#fill();
    });
  }

  #leave(want: Want): void {
    this.#wants.delete(want);
    this.#release(want);
    // A screen that closes releases all of its claims in one go; do not give their slots to each other.
    queueMicrotask(() => this.#fill());
  }

  #fill(): void {
    const waiting = [...this.#wants].filter(({ hasSettled, letGo }) => hasSettled && letGo === undefined);
    for (const want of waiting.toSorted((a, b) => Number(a.wasHeld) - Number(b.wasHeld))) {
      const held = [...this.#wants].filter(({ letGo }) => letGo !== undefined);
      if (held.length < this.#options.most) this.#hold(want);
      else {
        const giver = held.find(
          ({ yieldsTo }) => yieldsTo === 'all' || (yieldsTo === 'new' && !want.wasHeld),
        );
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
    want.yieldsTo = 'none';
    want.letGo?.();
    want.letGo = undefined;
  }

  #toTheEnd(want: Want): void {
    this.#wants.delete(want);
    this.#wants.add(want);
  }

  #after(want: Want, delayMs: number, task: () => void): void {
    want.cancel();
    want.cancel = this.#options.clock.schedule(delayMs, task);
  }
}
