/** @module Whether the page is being used: an unattended page must not keep an operator's session alive. */

/** After this long without a key or pointer event, the page counts as unattended. */
const UNATTENDED_MS = 10 * 60_000;

/** The watched events. */
export interface AttentionSource {
  readonly visibilityState: DocumentVisibilityState;
  addEventListener(type: string, listener: () => void, options?: AddEventListenerOptions): void;
}

/** Watches key and pointer events. */
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
