/** @module Polls whether packets arrive from a device, and probes it when none do. */
import { listen } from '../../events/listen.ts';
import type { Clock } from '@longwire/protocol';
import {
  ASK_AFTER_MS,
  countersOf,
  nextSilenceState,
  INITIAL_SILENCE_STATE,
  SILENCE_MS,
  type SilenceState,
} from './silence-state.ts';

/** Time between two polls, in milliseconds. Reason: one takes about 2 ms of the page's time. */
export const LOOK_INTERVAL_MS = 200;

/** The part of a document that is used: while it is hidden, nothing is read and the device is not probed. */
export type Page = EventTarget & { readonly hidden: boolean };

/** Options of a {@link SilenceWatch}. */
export interface SilenceOptions {
  readonly clock: Clock;
  /** The page's document by default. */
  readonly page?: Page | undefined;
  readonly read: () => Promise<RTCStatsReport>;
  /** Asks the device for an answer, unless one is pending. */
  readonly probe: () => void;
  readonly report: (isSilent: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Watches until it is closed. */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #page: Page | undefined;
  #state: SilenceState = INITIAL_SILENCE_STATE;
  #polledAtMs: number;
  /** When the pending probe was sent. */
  #probedAtMs: number | undefined;
  /** Duration of the last probe. */
  #roundTripMs = 0;
  #isOver = false;
  #stopWaiting: () => void = () => undefined;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#page = options.page ?? pageOf(globalThis);
    this.#polledAtMs = this.#options.clock.monotonic();
    this.#wait(0);
  }

  close(): void {
    this.#isOver = true;
    this.#stopWaiting();
  }

  #wait(delayMs: number): void {
    const page = this.#page;
    if (page?.hidden === true) {
      // Time while the page is hidden does not count.
      this.#state = { ...this.#state, quietMs: 0, undecryptedMs: 0 };
      this.#stopWaiting = listen(page, 'visibilitychange', () => {
        this.#stopWaiting();
        this.#polledAtMs = this.#options.clock.monotonic();
        this.#wait(0);
      });
    } else {
      this.#stopWaiting = this.#options.clock.schedule(delayMs, () => void this.#poll());
    }
  }

  async #poll(): Promise<void> {
    const { read, fail } = this.#options;
    try {
      const counters = countersOf(await read());
      if (this.#isOver) return;
      if (counters !== undefined)
        this.#take(
          nextSilenceState(this.#state, counters, this.#options.clock.monotonic() - this.#polledAtMs),
        );
    } catch (error) {
      if (this.#isOver) return;
      fail(error);
    }
    this.#polledAtMs = this.#options.clock.monotonic();
    this.#wait(Math.max(1, Math.min(LOOK_INTERVAL_MS, SILENCE_MS - this.#state.quietMs)));
  }

  #take(state: SilenceState): void {
    const before = this.#state;
    this.#state = state;
    this.#probe();
    if (state.isSilent !== before.isSilent) this.#options.report(state.isSilent);
  }

  /** On a slow path the next probe leaves as soon as the answer arrives, so that answers come as close together as possible. */
  #probe(): void {
    const { undecryptedMs } = this.#state;
    if (undecryptedMs === 0 && this.#probedAtMs !== undefined) {
      this.#roundTripMs = this.#options.clock.monotonic() - this.#probedAtMs;
      this.#probedAtMs = undefined;
    }
    if (undecryptedMs < ASK_AFTER_MS - this.#roundTripMs) return;
    this.#probedAtMs ??= this.#options.clock.monotonic();
    this.#options.probe();
  }
}

function pageOf(global: object): Page | undefined {
  const page: unknown = Reflect.get(global, 'document');
  return isPage(page) ? page : undefined;
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'hidden' in value && 'addEventListener' in value;
}
