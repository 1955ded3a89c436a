/** @module Detects links to this computer (localhost), which are useless on another one. */

/** Names that every computer has for itself; browsers normalize the addresses that begin with 127. */
const OWN_NAME = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** Whether only this computer can open a link. */
export function isLoopbackLink(link: string): boolean {
  return OWN_NAME.test(new URL(link).hostname);
}
