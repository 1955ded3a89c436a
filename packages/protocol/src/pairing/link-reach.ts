/** @module Which browsers can use the page that a link opens. */

/**
 * `everywhere`; `this-machine`: only browsers of the machine that made it (localhost); `insecure`: no browser
 * of another machine can verify a device there, because Web Crypto needs a secure context (W3C Secure
 * Contexts section 3.1).
 */
export type LinkReach = 'everywhere' | 'this-machine' | 'insecure';

/** Names that every machine has for itself; URLs normalize the addresses that begin with 127. */
const OWN_NAME = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** Classifies a link. @throws TypeError if it is no URL */
export function linkReach(link: string): LinkReach {
  const { hostname, protocol } = new URL(link);
  if (OWN_NAME.test(hostname)) return 'this-machine';
  return protocol === 'https:' ? 'everywhere' : 'insecure';
}
