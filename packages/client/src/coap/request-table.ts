/** @module The requests that wait for an answer; none waits forever. */
import { RequestLostError } from '../request/request-lost-error.ts';
import type { Settle } from '@longwire/protocol';

/**
 * Sent requests by id: `open`, `settle`, and `failAll` when no answer can arrive any more. Several with the same id
 * are answered in order.
 */
export class RequestTable<Id, T> {
  readonly #open = new Map<Id, Settle<T>[]>();

  /** The number of ids with an open request. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether an id has an open request. */
  has(id: Id): boolean {
    return this.#open.has(id);
  }

  /** Adds a sent request; returns a function that removes it. */
  open(id: Id, settle: Settle<T>): () => void {
    const others = this.#open.get(id);
    if (others === undefined) this.#open.set(id, [settle]);
    else others.push(settle);
    return () => this.#forget(id, settle);
  }

  /** Passes an answer to its request; false if no open request has this id. */
  settle(id: Id, value: T): boolean {
    const request = this.#take(id);
    request?.resolve(value);
    return request !== undefined;
  }

  /** Rejects one request; false if no open request has this id. */
  fail(id: Id, cause: Error): boolean {
    const request = this.#take(id);
    request?.reject(cause);
    return request !== undefined;
  }

  /** Rejects every open request; each may have reached the device. */
  failAll(cause: Error): void {
    const open = [...this.#open.values()].flat();
    this.#open.clear();
    for (const request of open) request.reject(new RequestLostError(cause, true));
  }

  #take(id: Id): Settle<T> | undefined {
    const open = this.#open.get(id);
    const first = open?.shift();
    if (open?.length === 0) this.#open.delete(id);
    return first;
  }

  #forget(id: Id, settle: Settle<T>): void {
    const open = this.#open.get(id) ?? [];
    const at = open.indexOf(settle);
    if (at >= 0) open.splice(at, 1);
    if (open.length === 0) this.#open.delete(id);
  }
}
