/** @module Whether somebody looks: an operator's session is not kept alive by a page that is left alone. */

/** After this long without a key or a pointer nobody is taken to be there. */
const UNATTENDED_MS = 10 * 60_000;

/** What is watched. */
export interface AttentionSource {
  readonly visibilityState: DocumentVisibilityState;
  addEventListener(type: string, listener: () => void, options?: AddEventListenerOptions): void;
}

/** Watches for keys and pointers from now on. */
export class Attention {
  readonly #source: AttentionSource;
  readonly #now: () => number;
  #seenAtMs: number;

  constructor(source: AttentionSource, now: () => number) {
    this.#source = source;
    this.#now = now;
    this.#seenAtMs = now();
    const see = (): void => {
      this.#seenAtMs = this.#now();
    };
    for (const type of ['pointerdown', 'pointermove', 'keydown', 'visibilitychange']) {
      source.addEventListener(type, see, { passive: true });
    }
  }

  readonly isGiven = (): boolean =>
    this.#source.visibilityState === 'visible' && this.#now() - this.#seenAtMs < UNATTENDED_MS;
}
