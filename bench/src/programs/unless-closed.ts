/** @module Sending on what the other side may close at any moment: the library throws then, and nobody waits for the message any more. */

/** Sends; a throw is the end of a client that has left, unless `isOpen` says that it is still there. */
export function unlessClosed(isOpen: () => boolean, send: () => void): void {
  try {
    send();
  } catch (error) {
    if (isOpen()) throw error;
  }
}
