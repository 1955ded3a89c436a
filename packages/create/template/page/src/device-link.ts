/** @module A device's pairing link: where the page finds it, and the options of a session that it contains. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';

/**
 * The link in this page's address: the whole link after `#`, or, where the device's service serves this page, the address itself.
 * Undefined without one.
 */
export function linkInAddress({ hash, href }: Pick<Location, 'hash' | 'href'>): string | undefined {
  if (hash.length < 2) return undefined;
  return hash.startsWith('#http') ? hash.slice(1) : href;
}

/** The options for the device of a link, whose origin is that of the device's service. Throws with the reason if it cannot be used. */
export function deviceOfLink(link: string): SessionOptions {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = parsePairingLink(link);
  // Without its fingerprint, a device could not be distinguished from another one that answers in its place.
  if (sct === undefined || fingerprint === undefined)
    throw new Error('the pairing link has no connection token (sct) or no fingerprint (fp)');
  // The password of an invite, and the open one (without a user name), are for pairing: such a session starts without a login.
  const isLogin = isInvite !== true && username !== undefined && username !== '' && password !== undefined;
  return {
    signalingServerUrl: new URL(link).origin.replace(/^http/u, 'ws'),
    productId,
    deviceId,
    sct,
    fingerprint,
    ...(isLogin && { login: { username, password } }),
  };
}
