/** @module Composes a session. */
import { parseFingerprint, redactingLogger, silentLogger } from '@longwire/protocol/base';
import { createConnection } from './create-connection.ts';
import { resolveOptions } from './connection/options.ts';
import { LiveSession } from './session/live-session.ts';
import { resolveSessionOptions, type SessionOptions } from './session/session-options.ts';
import type { Session } from './session/session.ts';

/**
 * Creates a session and starts to connect. It lasts until `end()` is called or an error occurs that a retry cannot fix.
 * @throws EdgeError ERR_MISSING_OPTIONS "Missing connection options", ERR_SIGNALING_URL, ERR_REQUEST_INVALID, ERR_FINGERPRINT_FORMAT
 */
export function createSession(options: SessionOptions): Session {
  const resolved = resolveSessionOptions(options);
  if (resolved.fingerprint !== undefined) parseFingerprint(resolved.fingerprint);
  // Validates the connection options now instead of in the first attempt; the token is a placeholder.
  const { randomBytes } = resolveOptions({ ...resolved.connection, sct: 'placeholder' });
  return new LiveSession({
    options: resolved,
    createConnection,
    randomBytes,
    logger: redactingLogger(options.logger ?? silentLogger, { errorMessages: 'keep' }),
  });
}
