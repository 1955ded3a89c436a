/** @module How to reach the device that a link names. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';

/** The options for the device of a link, whose address is the service's. @throws EdgeError ERR_PAIRING_LINK */
export function deviceOfLink(url: string): SessionOptions {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = parsePairingLink(url);
  // The password of an invite, and the open one, which has no user name, are for pairing: a session with them begins as nobody.
  const isLogin = isInvite !== true && username !== undefined && username !== '' && password !== undefined;
  return {
    signalingServerUrl: new URL(url).origin.replace(/^http/u, 'ws'),
    productId,
    deviceId,
    sct,
    fingerprint,
    ...(isLogin && { login: (connection) => connection.authenticate({ username, password }) }),
  };
}
