/** @module A part of the client that is loaded when it is first needed. */
import { EdgeError } from '@longwire/protocol/base';
import { systemClock } from '../time/clock.ts';

/** How long loading may take, in milliseconds. Reason: a browser gives up only after minutes, and somebody waits. */
export const PART_TIMEOUT_MS = 30_000;

/** Loads once; a load that failed is tried again with the next call. */
export class Part<T> {
  readonly #name: string;
  readonly #load: () => Promise<T>;
  #loaded: T | undefined;
  #loading: Promise<T> | undefined;

  /** `load` is one `import()`, written out where bundlers see it. */
  constructor(name: string, load: () => Promise<T>) {
    this.#name = name;
    this.#load = load;
  }

  /** The part, if it is there: whoever has it need not wait a turn for it. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Loads it, or waits for the load that runs. @throws EdgeError ERR_PART_LOAD */
  load(): Promise<T> {
    this.#loading ??= this.#begin();
    return this.#loading;
  }

  async #begin(): Promise<T> {
    const late = Promise.withResolvers<never>();
    const stopTimer = systemClock.schedule(PART_TIMEOUT_MS, () =>
      late.reject(new Error(`nothing came within ${PART_TIMEOUT_MS} ms`)),
    );
    try {
      this.#loaded = await Promise.race([this.#load(), late.promise]);
      return this.#loaded;
    } catch (cause) {
      this.#loading = undefined;
      throw new EdgeError('ERR_PART_LOAD', `code expected to load for ${this.#name}, did not`, { cause });
    } finally {
      stopTimer();
    }
  }
}
