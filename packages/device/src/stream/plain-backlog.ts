/** @module Limits the unread bytes of one client's plain streams, which have no flow control. */

/**
 * Most unread bytes of one plain stream, the same as in the client. Reason: after the process pauses, the library delivers all received
 * bytes in a single turn of the event loop, and those that the kernel does not accept wait here: 5.7 MB measured after 300 ms.
 */
export const MAX_PLAIN_BACKLOG_BYTES: number = 16 * 1024 * 1024;

/** Most unread bytes of all plain streams of one client: bounds the memory that a flooding client can occupy. */
export const MAX_CLIENT_BACKLOG_BYTES: number = 128 * 1024 * 1024;

/** Counts the unread bytes of all plain streams of one client. */
export class PlainBacklog {
  #bytes = 0;

  /** Counts received bytes of a stream that has `unread` bytes. If they would exceed a limit, returns it and does not count them. */
  add(bytes: number, unread: number): number | undefined {
    if (unread + bytes > MAX_PLAIN_BACKLOG_BYTES) return MAX_PLAIN_BACKLOG_BYTES;
    if (this.#bytes + bytes > MAX_CLIENT_BACKLOG_BYTES) return MAX_CLIENT_BACKLOG_BYTES;
    this.#bytes += bytes;
    return undefined;
  }

  /** Subtracts bytes that were read or discarded. */
  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}
