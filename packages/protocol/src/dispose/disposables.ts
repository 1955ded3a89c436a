/** @module Ends several things together, the newest first: what DisposableStack and AsyncDisposableStack do, which Node 22 does not have. */
import { toError } from '../errors/to-error.ts';

/** Things that end at once. */
export class Disposables implements Disposable {
  readonly #ends: (() => void)[] = [];

  /** Adds one, if there is one; returns it. */
  use<T extends Disposable | undefined>(item: T): T {
    if (item !== undefined) this.#ends.push(() => item[Symbol.dispose]());
    return item;
  }

  /** Ends all; idempotent. @throws the error of one, or an AggregateError, after all have been ended */
  dispose(): void {
    const errors: unknown[] = [];
    for (const end of this.#ends.splice(0).toReversed())
      try {
        end();
      } catch (error) {
        errors.push(error);
      }
    rethrow(errors);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** Things of which some take time to end; each waits for those added after it. */
export class AsyncDisposables implements AsyncDisposable {
  #ends: (() => unknown)[] = [];

  /** Adds one, if there is one; returns it. */
  use<T extends Disposable | AsyncDisposable | undefined>(item: T): T {
    if (item !== undefined)
      this.defer(() => (Symbol.asyncDispose in item ? item[Symbol.asyncDispose]() : item[Symbol.dispose]()));
    return item;
  }

  /** Adds a function that ends something; its promise is awaited. */
  defer(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Hands everything to a new object: this one then ends nothing. */
  move(): AsyncDisposables {
    const moved = new AsyncDisposables();
    moved.#ends = this.#ends.splice(0);
    return moved;
  }

  /** Ends all; idempotent. @throws the error of one, or an AggregateError, after all have been ended */
  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#ends.splice(0).toReversed())
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    rethrow(errors);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposeAsync();
  }
}

function rethrow(errors: readonly unknown[]): void {
  const [first] = errors;
  if (errors.length > 1) throw new AggregateError(errors, 'several things could not be ended');
  if (errors.length === 1) throw toError(first);
}
