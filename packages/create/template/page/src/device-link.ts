/** @module A device's pairing link: where the page finds it, and the options of a session that it contains. */
import { createBrowserIdentity, EdgeError, parsePairingLink, type SessionOptions } from '@longwire/client';

/** What this page's address is read from, and changed with. */
interface AddressBar {
  readonly location: Pick<Location, 'hash' | 'href'>;
  readonly history: Pick<History, 'replaceState'>;
}

/**
 * Takes the link out of this page's address, because it contains secrets: the whole link after `#`, or, where the device's service
 * serves this page, the address itself. Undefined without one.
 */
export function takeLink({ location, history }: AddressBar): string | undefined {
  const { hash, href } = location;
  if (hash.length < 2) return undefined;
  history.replaceState(null, '', href.slice(0, -hash.length));
  return hash.startsWith('#http') ? hash.slice(1) : href;
}

/** The options for the device of a link, whose origin is that of the device's service. Throws with the reason if it cannot be used. */
export function deviceOfLink(link: string): SessionOptions {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = parsePairingLink(link);
  // Without its fingerprint, a device could not be distinguished from another one that answers in its place.
  if (sct === undefined || fingerprint === undefined)
    throw new Error('the pairing link has no connection token (sct) or no fingerprint (fp)');
  const device = { productId, deviceId };
  // The open password (without a user name) creates users: such a session starts without a login.
  const credentials = username && password ? { username, password } : undefined;
  // Pairs this browser: the device recognizes it by its certificate from then on, and an invite's password is used up.
  const identity = createBrowserIdentity();
  let isRefused = false;
  identity.on('unknown-to-device', () => {
    isRefused = credentials !== undefined;
  });
  const own = identity.forSession(device, { credentials, isInvite });
  return {
    signalingServerUrl: new URL(link).origin.replace(/^http/u, 'ws'),
    ...device,
    sct,
    fingerprint,
    ...own,
    login: async (connection, signal) => {
      await own.login(connection, signal);
      if (isRefused)
        throw new EdgeError(
          'ERR_INVALID_CREDENTIALS',
          'the invite, which works once, was refused: ask for a new one',
        );
    },
  };
}
