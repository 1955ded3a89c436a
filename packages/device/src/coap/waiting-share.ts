/** @module Limits the waiting requests of one session, over all of its channels. */

/** Most requests of one session that wait. Reason: existing pages send hundreds of requests at once when they open. */
export const MAX_WAITING_REQUESTS = 1_024;

/** Most bytes of their messages and payloads. Reason: a thousand requests of 4 KiB; 64 MiB in sixteen sessions is what a small board can spare. */
export const MAX_WAITING_BYTES: number = 4 * 1024 * 1024;

/** The limits that all channels of a session share. */
export class WaitingShare {
  #requests = 0;
  #bytes = 0;

  /** Reserves room for one more waiting request, if there is any. */
  take(bytes: number): boolean {
    if (this.#requests >= MAX_WAITING_REQUESTS || this.#bytes + bytes > MAX_WAITING_BYTES) return false;
    this.#requests += 1;
    this.#bytes += bytes;
    return true;
  }

  /** Releases the room of a request that no longer waits. */
  giveBack(bytes: number): void {
    this.#requests -= 1;
    this.#bytes -= bytes;
  }
}
