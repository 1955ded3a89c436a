/** @module The key that a device showed the first time, where nobody was told its fingerprint: no login leaves for another one later. */

import { EdgeError } from '../wire.ts';
import type { ShowingConnection, SignInPorts } from './visit.ts';

/** What is known of a device's key. */
export interface FirstKeyOptions {
  /** Whether the session expects a key by itself: then nothing is left to compare. */
  readonly isExpected: () => boolean;
  /** The key of the first time. */
  readonly known: () => string | undefined;
  /** Keeps the key as that of the first time. */
  readonly note: (fingerprint: string) => void;
}

/** Answers that tell of no key: of an old device, or to a page that cannot check one. */
const NO_EVIDENCE: ReadonlySet<string> = new Set([
  'ERR_VALIDATE_FINGERPRINT',
  'ERR_NO_SUBTLE_CRYPTO',
  'ERR_PAYLOAD_FORMAT',
]);

/** The ports with the comparison before each login. */
export function withFirstKey(ports: SignInPorts, options: FirstKeyOptions): SignInPorts {
  return {
    certificate: ports.certificate,
    logIn: async (connection, signal) => {
      if (!options.isExpected()) await compare(connection, options, signal);
      await ports.logIn(connection, signal);
    },
  };
}

async function compare(
  connection: ShowingConnection,
  { known: knownKey, note }: FirstKeyOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const known = knownKey();
  const shown = await shownBy(connection, signal).catch((error: unknown) => {
    const isNoEvidence = error instanceof EdgeError && NO_EVIDENCE.has(error.code);
    if (known !== undefined || !isNoEvidence) throw error;
  });
  if (shown === undefined || shown === known) return;
  if (known !== undefined) {
    throw new EdgeError('ERR_WRONG_DEVICE', 'device expected to show the key of the first time');
  }
  note(shown);
}

async function shownBy(connection: ShowingConnection, signal: AbortSignal | undefined): Promise<string> {
  const { fingerprint } = await connection.readFingerprint({ signal });
  return fingerprint;
}
