/** @module Sending on a channel that the other side may close at any moment: the library then throws, and no one waits for the message. */

/** Sends. An error means that the client has left, unless `isOpen` reports that it is still connected. */
export function unlessClosed(isOpen: () => boolean, send: () => void): void {
  try {
    send();
  } catch (error) {
    if (isOpen()) throw error;
  }
}
