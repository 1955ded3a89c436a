/** @module Whether a link leads to this very computer, where it is of no use on another. */

/** Names that every computer has for itself; the addresses from 127.0.0.1 on are written out by the browser. */
const OWN_NAME = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** Whether only this computer can open a link. */
export function isOnlyHere(link: string): boolean {
  return OWN_NAME.test(new URL(link).hostname);
}
