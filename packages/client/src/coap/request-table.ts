/** @module The requests that wait for an answer; nothing waits for ever. */

interface OpenRequest<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** Open requests by id: `add`, `settle`, and `failAll` when no answer can come any more. */
export class RequestTable<T> {
  readonly #open = new Map<string, OpenRequest<T>>();
  #lastId = 0;

  /** How many requests are open. */
  get size(): number {
    return this.#open.size;
  }

  /** An id that no open request of this table has. */
  nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  add(requestId: string): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#open.set(requestId, { resolve, reject });
    return promise;
  }

  /** Hands an answer to its request; false when no open request has this id. */
  settle(requestId: string, value: T): boolean {
    const request = this.#open.get(requestId);
    if (request === undefined) return false;
    this.#open.delete(requestId);
    request.resolve(value);
    return true;
  }

  /** Rejects one request, if it is still open. */
  fail(requestId: string, cause: Error): void {
    const request = this.#open.get(requestId);
    this.#open.delete(requestId);
    request?.reject(cause);
  }

  /** Rejects every open request. */
  failAll(cause: Error): void {
    for (const request of this.#open.values()) request.reject(cause);
    this.#open.clear();
  }
}
