/** @module The unread bytes of the plain streams of one client: without flow control the client cannot be slowed down. */

/**
 * Most unread bytes of one plain stream, the same as in the client. Reason: after a pause of the process the library delivers everything that
 * has arrived in a single turn of the event loop, and what the kernel does not take waits for the next: 5.7 MB measured after 300 ms.
 */
export const MAX_PLAIN_BACKLOG_BYTES: number = 16 * 1024 * 1024;

/** Most unread bytes of all plain streams of one client: the memory that a flooding client can take. */
export const MAX_CLIENT_BACKLOG_BYTES: number = 128 * 1024 * 1024;

/** Counts the unread bytes of all plain streams of one client. */
export class PlainBacklog {
  #bytes = 0;

  /** Counts bytes of a stream with `unread` bytes already. Returns the limit that they would exceed, if any; then they are not counted. */
  add(bytes: number, unread: number): number | undefined {
    if (unread + bytes > MAX_PLAIN_BACKLOG_BYTES) return MAX_PLAIN_BACKLOG_BYTES;
    if (this.#bytes + bytes > MAX_CLIENT_BACKLOG_BYTES) return MAX_CLIENT_BACKLOG_BYTES;
    this.#bytes += bytes;
    return undefined;
  }

  /** Bytes were read, or discarded. */
  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}
