/** @module The requests that wait for an answer; nothing waits for ever. */
import { RequestLostError } from '../request/request-lost-error.ts';
import type { Settle } from '../time/abort.ts';

/** Requests that were sent, by id: `open`, `settle`, and `failAll` when no answer can come any more. */
export class RequestTable<Id, T> {
  readonly #open = new Map<Id, Settle<T>>();

  /** How many requests are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether an id is one of an open request. */
  has(id: Id): boolean {
    return this.#open.has(id);
  }

  /** Adds a request that was sent; the answer forgets it. */
  open(id: Id, settle: Settle<T>): () => void {
    this.#open.set(id, settle);
    return () => {
      this.#open.delete(id);
    };
  }

  /** Hands an answer to its request; false when no open request has this id. */
  settle(id: Id, value: T): boolean {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.resolve(value);
    return request !== undefined;
  }

  /** Rejects one request, if it is still open. */
  fail(id: Id, cause: Error): void {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.reject(cause);
  }

  /** Rejects every open request; each may have reached the device. */
  failAll(cause: Error): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const request of open) request.reject(new RequestLostError(cause, true));
  }
}
