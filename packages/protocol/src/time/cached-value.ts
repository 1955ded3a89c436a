/** @module A value from elsewhere that is loaded again when it is old, or when it lacks something. */

/** What {@link CachedValue} needs. */
export interface CachedValueOptions<T> {
  readonly load: () => Promise<T>;
  readonly nowMs: () => number;
  /** A value of this age is loaded again. */
  readonly maxAgeMs: number;
  /** Shortest time between two loads. Reason: a stranger can ask for what the value lacks as often as it likes. */
  readonly coolDownMs: number;
  /** A load has failed; the value that is kept, if any, is used on. */
  readonly handleFailure?: (error: Error, isKept: boolean) => void;
}

/** What is asked for is not in the value, which was loaded too short a time ago to be loaded again: it may be elsewhere by now. */
export class UnconfirmedMissError extends Error {
  override readonly name = 'UnconfirmedMissError';
}

/** Loads once for all that ask at the same time; a value that is kept is used for as long as no newer one can be loaded. */
export class CachedValue<T> {
  readonly #options: CachedValueOptions<T>;
  #kept: { readonly value: T; readonly loadedAtMs: number } | undefined;
  /** Of the newest load, if it failed. */
  #failure: Error | undefined;
  #triedAtMs: number | undefined;
  #loading: Promise<void> | undefined;

  constructor(options: CachedValueOptions<T>) {
    this.#options = options;
  }

  /**
   * Uses the value; where the value lacks what is asked for, as `isMiss` says of the error, once more with a newer one.
   * @throws the failure of the newest load where there is no value, or no newer one that might have it; UnconfirmedMissError; else what `use` throws.
   */
  async use<R>(use: (value: T) => Promise<R>, isMiss: (error: unknown) => boolean): Promise<R> {
    const isOld = this.#kept === undefined || this.#isPast(this.#kept.loadedAtMs, this.#options.maxAgeMs);
    const isRefreshed = isOld && (await this.#refresh());
    const kept = this.#required();
    try {
      return await use(kept.value);
    } catch (error) {
      if (!isMiss(error)) throw error;
      const isConfirmed = isRefreshed || (await this.#refresh());
      const newest = this.#required();
      if (newest !== kept) return await use(newest.value);
      throw (
        this.#failure ??
        (isConfirmed ? error : new UnconfirmedMissError('too soon to look again', { cause: error }))
      );
    }
  }

  #required(): { readonly value: T } {
    if (this.#kept !== undefined) return this.#kept;
    throw this.#failure ?? new Error('value expected to be loaded');
  }

  /** Whether there was a load, be it one that had begun. */
  async #refresh(): Promise<boolean> {
    const { coolDownMs } = this.#options;
    const isCooling = this.#triedAtMs !== undefined && !this.#isPast(this.#triedAtMs, coolDownMs);
    if (this.#loading === undefined && isCooling) return false;
    await (this.#loading ??= this.#load());
    return true;
  }

  async #load(): Promise<void> {
    const { load, nowMs, handleFailure } = this.#options;
    try {
      const value = await load();
      this.#kept = { value, loadedAtMs: nowMs() };
      this.#failure = undefined;
    } catch (cause) {
      this.#failure = cause instanceof Error ? cause : new Error(String(cause));
      handleFailure?.(this.#failure, this.#kept !== undefined);
    } finally {
      this.#triedAtMs = nowMs();
      this.#loading = undefined;
    }
  }

  /** A clock that was set back counts as past. Reason: waiting until it is there again can take days. */
  #isPast(sinceMs: number, ms: number): boolean {
    const elapsedMs = this.#options.nowMs() - sinceMs;
    return elapsedMs < 0 || elapsedMs >= ms;
  }
}
