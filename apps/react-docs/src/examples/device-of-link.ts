/** @module The options for the device that a pairing link names. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';

export function deviceOfLink(url: string): SessionOptions {
  const { productId, deviceId, username = '', password, sct, fingerprint } = parsePairingLink(url);
  return {
    signalingServerUrl: new URL(url).origin.replace(/^http/u, 'ws'),
    productId,
    deviceId,
    sct,
    fingerprint,
    ...(password !== undefined && {
      login: (connection) => connection.authenticate({ username, password }),
    }),
  };
}
