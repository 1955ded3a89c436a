/** @module Sending on a channel that the other side may close at any moment: the library then throws, and no one waits for the message. */

/** The association has ended (ENOENT, ECONNRESET), and the channel does not report that yet. */
const ENDED = /errno=(?:2|104)$/u;

/** Sends. An error means that the client has left, unless `isOpen` reports that it is still connected. */
export function unlessClosed(isOpen: () => boolean, send: () => void): void {
  try {
    send();
  } catch (error) {
    const hasEnded = error instanceof Error && ENDED.test(error.message);
    if (isOpen() && !hasEnded) throw error;
  }
}
