/** @module What the plain streams of one client have received and their readers have not taken: such a client cannot be held back. */

/**
 * Most bytes of one plain stream, as many as a client keeps of one. Reason: after a pause of the process the library hands over what has
 * arrived in a single turn of the event loop, and what the kernel does not take of it waits for the next: 5.7 MB seen after 300 ms.
 */
export const MAX_PLAIN_BACKLOG_BYTES: number = 16 * 1024 * 1024;

/** Most bytes of all plain streams of one client: the memory that one that floods them all can take. */
export const MAX_CLIENT_BACKLOG_BYTES: number = 128 * 1024 * 1024;

/** Counts the unread bytes of all plain streams of one client. */
export class PlainBacklog {
  #bytes = 0;

  /** Counts bytes of a stream that has `unread` already; the limit that they would exceed, if any, and then they do not count. */
  add(bytes: number, unread: number): number | undefined {
    if (unread + bytes > MAX_PLAIN_BACKLOG_BYTES) return MAX_PLAIN_BACKLOG_BYTES;
    if (this.#bytes + bytes > MAX_CLIENT_BACKLOG_BYTES) return MAX_CLIENT_BACKLOG_BYTES;
    this.#bytes += bytes;
    return undefined;
  }

  /** Bytes were taken by their reader, or thrown away. */
  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}
