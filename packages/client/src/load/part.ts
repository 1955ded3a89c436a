/** @module A part of the client's code, loaded when first needed. */
import { EdgeError, withLimits } from '@longwire/protocol/base';
import { systemClock } from '../time/system-clock.ts';

/** Time limit of loading, in milliseconds. Reason: a browser gives up only after minutes, and a user waits. */
export const PART_TIMEOUT_MS = 30_000;

/** Loads once; after a failure the next call tries again. */
export class Part<T> {
  readonly #name: string;
  readonly #load: () => Promise<T>;
  #loaded: T | undefined;
  #loading: Promise<T> | undefined;

  /** `load` is an `import()` expression, spelled out so that bundlers see it. */
  constructor(name: string, load: () => Promise<T>) {
    this.#name = name;
    this.#load = load;
  }

  /** The part if it is loaded: callers can then stay synchronous. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Loads it, or waits for a load already running. @throws EdgeError ERR_PART_LOAD */
  load(): Promise<T> {
    this.#loading ??= this.#begin();
    return this.#loading;
  }

  async #begin(): Promise<T> {
    const time = { clock: systemClock, limitMs: PART_TIMEOUT_MS, error: loadTimeout };
    try {
      this.#loaded = await withLimits({ time }, this.#load);
      return this.#loaded;
    } catch (cause) {
      this.#loading = undefined;
      throw new EdgeError('ERR_PART_LOAD', `cannot load the code for ${this.#name}`, { cause });
    }
  }
}

function loadTimeout(limitMs: number): Error {
  return new Error(`timed out after ${limitMs} ms`);
}
