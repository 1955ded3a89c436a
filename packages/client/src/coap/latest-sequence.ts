/** @module An async sequence that keeps only the newest value for a slow reader. */
import type { Settle } from '@longwire/protocol';

/** Receives the values of a source. */
export interface Sink<T> {
  /** Adds a value; replaces an unread one. */
  push(value: T): void;
  /** Ends the sequence with an error, after the unread value. */
  fail(error: Error): void;
}

type State =
  | { readonly kind: 'new' }
  | { readonly kind: 'running'; readonly stop: () => void }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'done' };

/** Starts with the first `next()`; ends with `return()` or the source's error. */
export class LatestSequence<T> implements AsyncIterableIterator<T>, Sink<T> {
  readonly #start: (sink: Sink<T>) => () => void;
  readonly #readers: Settle<IteratorResult<T, undefined>>[] = [];
  #latest: { readonly value: T } | undefined;
  #state: State = { kind: 'new' };

  /** `start` starts the source and returns a function that stops it. */
  constructor(start: (sink: Sink<T>) => () => void) {
    this.#start = start;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#state.kind === 'new') this.#run();
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) return { done: false, value: latest.value };
    if (this.#state.kind === 'failed') {
      const { error } = this.#state;
      this.#state = { kind: 'done' };
      throw error;
    }
    if (this.#state.kind === 'done') return DONE;
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T, undefined>>();
    this.#readers.push({ resolve, reject });
    return promise;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#latest = undefined;
    this.#end({ kind: 'done' });
    for (const reader of this.#readers.splice(0)) reader.resolve(DONE);
    return DONE;
  }

  push(value: T): void {
    if (this.#state.kind !== 'running') return;
    const reader = this.#readers.shift();
    if (reader === undefined) this.#latest = { value };
    else reader.resolve({ done: false, value });
  }

  fail(error: Error): void {
    if (this.#state.kind !== 'running' && this.#state.kind !== 'new') return;
    const [reader, ...others] = this.#readers.splice(0);
    this.#end(reader === undefined ? { kind: 'failed', error } : { kind: 'done' });
    reader?.reject(error);
    for (const other of others) other.resolve(DONE);
  }

  /** The source may fail synchronously: it is then stopped here. */
  #run(): void {
    const controls = { stop: (): void => undefined };
    this.#state = { kind: 'running', stop: () => controls.stop() };
    const stop = this.#start(this);
    if (this.#state.kind === 'running') controls.stop = stop;
    else stop();
  }

  #end(state: State): void {
    const before = this.#state;
    if (before.kind === 'done') return;
    this.#state = state;
    if (before.kind === 'running') before.stop();
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };
