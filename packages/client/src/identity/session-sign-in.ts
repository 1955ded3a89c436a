/** @module An identity as the ports of a session: which certificate to connect with, and how to sign in each time. */
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

/** Makes the ports of a session with one device. */
export function sessionSignIn(
  identity: Pick<BrowserIdentity, 'certificateFor' | 'signIn'>,
  device: DeviceName,
  { credentials: source, ...options }: SessionSignInOptions,
): SessionSignIn {
  const unspent = new UnspentCredentials(source);
  const credentials = unspent.next.bind(unspent);
  let own: OwnCertificate | undefined;
  return {
    certificate: async () => {
      own = await identity.certificateFor(device);
      return own?.certificate;
    },
    login: async (connection, signal) => {
      try {
        const { kind } = await identity.signIn(connection, { ...options, own, credentials, signal });
        if (kind === 'unknown') unspent.spend();
      } catch (error) {
        if (hasErrorCode(error, 'ERR_INVALID_CREDENTIALS')) unspent.spend();
        throw error;
      }
    },
  };
}

/** Gives credentials out until a device has refused them, so that no reconnect eats the device's tries. */
class UnspentCredentials {
  readonly #source: CredentialsSource | undefined;
  #last: Credentials | undefined;
  #spent: Credentials | undefined;

  constructor(source: CredentialsSource | undefined) {
    this.#source = source;
  }

  async next(): Promise<Credentials | undefined> {
    const asked = typeof this.#source === 'function' ? await this.#source() : this.#source;
    const isSpent = asked?.username === this.#spent?.username && asked?.password === this.#spent?.password;
    this.#last = isSpent ? undefined : asked;
    return this.#last;
  }

  spend(): void {
    this.#spent = this.#last ?? this.#spent;
  }
}
