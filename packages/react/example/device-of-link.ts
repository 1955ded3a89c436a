/** @module Converts a pairing link to session options. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';

/** The options for the device of a link whose origin is the service's. @throws EdgeError ERR_PAIRING_LINK */
export function deviceOfLink(url: string): SessionOptions {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = parsePairingLink(url);
  // The password of an invite, and the open one (without a user name), are for pairing: such a session starts without a login.
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
