/** @module Looks again and again whether anything arrives from a device, and asks it for an answer when nothing does. */
import { listen } from '../../events/listen.ts';
import type { Clock } from '../../time/clock.ts';
import { ASK_AFTER_MS, countersOf, hear, NOTHING_YET, SILENCE_MS, type Heard } from './heard.ts';

/** Time between two looks, in milliseconds. Reason: one takes about 2 ms of the page's time. */
export const LOOK_INTERVAL_MS = 200;

/** A document: nothing is read, and the device is not asked, while it is hidden. */
export type Page = EventTarget & { readonly hidden: boolean };

/** What a watch works with. */
export interface SilenceOptions {
  readonly clock: Clock;
  /** The page's document unless given. */
  readonly page?: Page | undefined;
  readonly read: () => Promise<RTCStatsReport>;
  /** Asks the device for an answer, unless one is still to come. */
  readonly probe: () => void;
  readonly report: (isSilent: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Watches until it is closed. */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #page: Page | undefined;
  #heard: Heard = NOTHING_YET;
  #lookedAtMs: number;
  /** When the device was asked for the answer that is still to come. */
  #askedAtMs: number | undefined;
  /** How long the last answer took. */
  #roundTripMs = 0;
  #isOver = false;
  #stopWaiting: () => void = () => undefined;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#page = options.page ?? pageOf(globalThis);
    this.#lookedAtMs = this.#now();
    this.#wait(0);
  }

  close(): void {
    this.#isOver = true;
    this.#stopWaiting();
  }

  #wait(delayMs: number): void {
    const page = this.#page;
    if (page?.hidden === true) {
      // The time before says nothing about the device when the page is visible again.
      this.#heard = { ...this.#heard, quietMs: 0, unprovenMs: 0 };
      this.#stopWaiting = listen(page, 'visibilitychange', () => {
        this.#stopWaiting();
        this.#lookedAtMs = this.#now();
        this.#wait(0);
      });
    } else {
      this.#stopWaiting = this.#options.clock.schedule(delayMs, () => void this.#look());
    }
  }

  async #look(): Promise<void> {
    const { read, fail } = this.#options;
    try {
      const counters = countersOf(await read());
      if (this.#isOver) return;
      if (counters !== undefined) this.#take(hear(this.#heard, counters, this.#now() - this.#lookedAtMs));
    } catch (error) {
      if (this.#isOver) return;
      fail(error);
    }
    this.#lookedAtMs = this.#now();
    this.#wait(Math.max(1, Math.min(LOOK_INTERVAL_MS, SILENCE_MS - this.#heard.quietMs)));
  }

  #take(heard: Heard): void {
    const before = this.#heard;
    this.#heard = heard;
    this.#ask();
    if (heard.isSilent !== before.isSilent) this.#options.report(heard.isSilent);
  }

  /** On a slow line the next question leaves with the answer, so that answers are as close to each other as can be. */
  #ask(): void {
    const { unprovenMs } = this.#heard;
    if (unprovenMs === 0 && this.#askedAtMs !== undefined) {
      this.#roundTripMs = this.#now() - this.#askedAtMs;
      this.#askedAtMs = undefined;
    }
    if (unprovenMs < ASK_AFTER_MS - this.#roundTripMs) return;
    this.#askedAtMs ??= this.#now();
    this.#options.probe();
  }

  #now(): number {
    return this.#options.clock.now?.() ?? performance.now();
  }
}

function pageOf(global: object): Page | undefined {
  const page: unknown = Reflect.get(global, 'document');
  return isPage(page) ? page : undefined;
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'hidden' in value && 'addEventListener' in value;
}
