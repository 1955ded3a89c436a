/** @module A fetched value that is loaded again when it is old, or when it lacks something. */
import { toError } from '../errors/to-error.ts';

/** Options of {@link CachedValue}. */
export interface CachedValueOptions<T> {
  readonly load: () => Promise<T>;
  readonly nowMs: () => number;
  /** A value of this age is loaded again. */
  readonly maxAgeMs: number;
  /** Shortest time between two loads. Reason: a stranger can request missing entries as often as it likes. */
  readonly coolDownMs: number;
  /** Called when a load fails; a stored value, if any, stays in use. */
  readonly handleFailure?: (error: Error, isKept: boolean) => void;
}

/**
 * The value lacks the requested entry but was loaded too recently to be loaded again, so the entry may exist by now.
 */
export class UnconfirmedMissError extends Error {
  override readonly name = 'UnconfirmedMissError';
}

/** Shares one load among concurrent callers; a stored value stays in use until a newer one is loaded. */
export class CachedValue<T> {
  readonly #options: CachedValueOptions<T>;
  #kept: { readonly value: T; readonly loadedAtMs: number } | undefined;
  /** The error of the newest load, if it failed. */
  #failure: Error | undefined;
  #triedAtMs: number | undefined;
  #loading: Promise<void> | undefined;

  constructor(options: CachedValueOptions<T>) {
    this.#options = options;
  }

  /**
   * Calls `use` with the value; if it fails and `isMiss` accepts the error, calls it again with a newer value.
   * @throws the error of the newest load without a value, or without a newer one that might have the entry;
   * UnconfirmedMissError; otherwise the error of `use`.
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
        (isConfirmed
          ? error
          : new UnconfirmedMissError('the value was loaded too recently to load it again', { cause: error }))
      );
    }
  }

  #required(): { readonly value: T } {
    if (this.#kept !== undefined) return this.#kept;
    throw this.#failure ?? new Error('the value is not loaded');
  }

  /** Whether the value was loaded, perhaps by a load already running. */
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
      this.#failure = toError(cause);
      handleFailure?.(this.#failure, this.#kept !== undefined);
    } finally {
      this.#triedAtMs = nowMs();
      this.#loading = undefined;
    }
  }

  /** A clock that was set back counts as past. Reason: waiting for it to catch up can take days. */
  #isPast(sinceMs: number, ms: number): boolean {
    const elapsedMs = this.#options.nowMs() - sinceMs;
    return elapsedMs < 0 || elapsedMs >= ms;
  }
}
