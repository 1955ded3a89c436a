/** @module Where a session is put together. */
import { parseFingerprint, redactingLogger, silentLogger } from '@longwire/protocol/base';
import { createConnection } from './create-connection.ts';
import { resolveOptions } from './connection/options.ts';
import { LiveSession } from './session/live-session.ts';
import { resolveSessionOptions, type SessionOptions } from './session/session-options.ts';
import type { Session } from './session/session.ts';

/**
 * Makes a session and begins to connect; it goes on until it is ended, or something happens that trying again does not mend.
 * @throws EdgeError ERR_MISSING_OPTIONS "Missing connection options", ERR_SIGNALING_URL, ERR_REQUEST_INVALID, ERR_FINGERPRINT_FORMAT
 */
export function createSession(options: SessionOptions): Session {
  const resolved = resolveSessionOptions(options);
  if (resolved.fingerprint !== undefined) parseFingerprint(resolved.fingerprint);
  // What no token changes is refused here, and not by the first try.
  const { randomBytes } = resolveOptions({ ...resolved.connection, sct: 'of the tries' });
  return new LiveSession({
    options: resolved,
    createConnection,
    randomBytes,
    logger: redactingLogger(options.logger ?? silentLogger, { errorMessages: 'keep' }),
  });
}
