/** @module Adapts an identity to the options of a session: the certificate to connect with, and the login of each connection. */
import { hasErrorCode } from '@longwire/protocol/base';
import type { Credentials } from '../auth/password-login.ts';
import type {
  BrowserIdentity,
  CredentialsSource,
  OwnCertificate,
  SessionSignIn,
  SessionSignInOptions,
} from './browser-identity.ts';
import type { DeviceName } from './device-name.ts';

/** Creates the options of a session with one device. */
export function sessionSignIn(
  identity: Pick<BrowserIdentity, 'certificateFor' | 'signIn'>,
  device: DeviceName,
  { credentials: source, ...options }: SessionSignInOptions,
): SessionSignIn {
  const unrefused = new UnrefusedCredentials(source);
  const credentials = unrefused.next.bind(unrefused);
  // The newest attempt's: that of an abandoned one may be found later.
  let newest: Promise<OwnCertificate | undefined> | undefined;
  return {
    certificate: async () => {
      newest = identity.certificateFor(device);
      return (await newest)?.certificate;
    },
    login: async (connection, signal) => {
      try {
        const own = await newest;
        const { kind } = await identity.signIn(connection, { ...options, own, credentials, signal });
        if (kind === 'unknown') unrefused.markRefused();
      } catch (error) {
        if (hasErrorCode(error, 'ERR_INVALID_CREDENTIALS')) unrefused.markRefused();
        throw error;
      }
    },
  };
}

/** Returns credentials until the device has refused them, so that reconnecting does not use up the device's login attempts. */
class UnrefusedCredentials {
  readonly #source: CredentialsSource | undefined;
  #last: Credentials | undefined;
  #refused: Credentials | undefined;

  constructor(source: CredentialsSource | undefined) {
    this.#source = source;
  }

  async next(): Promise<Credentials | undefined> {
    const asked = typeof this.#source === 'function' ? await this.#source() : this.#source;
    const isRefused =
      asked?.username === this.#refused?.username && asked?.password === this.#refused?.password;
    this.#last = isRefused ? undefined : asked;
    return this.#last;
  }

  markRefused(): void {
    this.#refused = this.#last ?? this.#refused;
  }
}
