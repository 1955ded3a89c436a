/** @module For tests: serves a stream the way a session does. */
import { toError } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { closedOf, openStream, type StreamPair } from './stream-client.fixture.ts';
import type { StreamHandler } from './stream-handler.ts';

/** Serves a stream; an error resets only this stream. The built-in services do not use the session. */
export function serveStream(handler: StreamHandler, isFramed = true): StreamPair {
  const pair = openStream({ isFramed });
  const { stream } = pair;
  void closedOf(stream);
  const session: SessionIdentity = Object.create(null);
  const serve = async (): Promise<void> =>
    await handler(stream, { port: 1, session, user: undefined, warn: () => undefined });
  serve().catch((error: unknown) => stream.destroy(toError(error)));
  return pair;
}
