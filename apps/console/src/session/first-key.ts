/** @module Trust on first use: if no fingerprint was given, the key of the first connection is required before later logins. */

import { EdgeError } from '@longwire/client';
import type { KeyProof } from '../devices/kept-key.ts';
import type { VerifiableConnection, SignInPorts } from './session-run.ts';

/** Options of `FirstKey`. */
export interface FirstKeyOptions {
  /** Whether the session compares a given key by itself, so that nothing is left to compare. */
  readonly isExpected: () => boolean;
  /** The key of the first connection; `isBound` if the device has once ruled out a man in the middle. */
  readonly stored: () => KeyProof | undefined;
  /** Stores a key as that of the first connection. */
  readonly note: (shown: KeyProof) => void;
  /** Records that the device has proved the key of the first connection again. */
  readonly noteProof: (proof: KeyProof) => void;
}

/** Errors that mean "no key": from an old device, or on a page that cannot check one. */
const NO_EVIDENCE: ReadonlySet<string> = new Set([
  'ERR_VALIDATE_FINGERPRINT',
  'ERR_NO_SUBTLE_CRYPTO',
  'ERR_PAYLOAD_FORMAT',
]);

/** Compares the key before each login, and stores it once a login has bound the connection. */
export class FirstKey {
  readonly #options: FirstKeyOptions;
  readonly #shown = new WeakMap<object, KeyProof>();

  constructor(options: FirstKeyOptions) {
    this.#options = options;
  }

  /** Adds the comparison before each login. */
  before({ certificate, logIn }: SignInPorts): SignInPorts {
    return {
      certificate,
      logIn: async (connection, signal) => {
        if (!this.#options.isExpected()) await this.#compare(connection, signal);
        await logIn(connection, signal);
      },
    };
  }

  /** Called when a login has bound a connection. An unbound key may be an impostor's and would be trusted the next time. */
  handleBound(connection: object): void {
    const shown = this.#shown.get(connection);
    if (shown !== undefined) this.#options.note(shown);
  }

  async #compare(connection: VerifiableConnection, signal: AbortSignal | undefined): Promise<void> {
    const stored = this.#options.stored();
    if (stored === undefined) {
      const shown = await shownBy(connection, signal);
      if (shown !== undefined) this.#shown.set(connection, shown);
      return;
    }
    const { fingerprint } = stored;
    const { valid, bound, shown } = await connection.verifyFingerprint(fingerprint, { signal });
    if (!valid)
      throw new EdgeError('ERR_WRONG_DEVICE', 'not the key of the first connection', { cause: shown });
    if (stored.isBound && !bound) {
      throw new EdgeError(
        'ERR_DEVICE_UNBOUND',
        'device proved its key without the certificates of this connection',
      );
    }
    this.#options.noteProof({ fingerprint, isBound: bound });
  }
}

async function shownBy(
  connection: VerifiableConnection,
  signal: AbortSignal | undefined,
): Promise<KeyProof | undefined> {
  try {
    const { fingerprint, bound } = await connection.readFingerprint({ signal });
    return { fingerprint, isBound: bound };
  } catch (error) {
    if (error instanceof EdgeError && NO_EVIDENCE.has(error.code)) return undefined;
    throw error;
  }
}
