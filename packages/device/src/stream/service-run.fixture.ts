/** @module For tests: a stream that is served as a session would. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { closedOf, openStream, type StreamPair } from './stream-client.fixture.ts';
import type { StreamHandler } from './stream-handler.ts';

/** Serves a stream; its errors reset it and nothing else. The built-in services ask for nothing of the session. */
export function serveStream(handler: StreamHandler, isFramed = true): StreamPair {
  const pair = openStream({ isFramed });
  const { stream } = pair;
  void closedOf(stream);
  const session: SessionIdentity = Object.create(null);
  const serve = async (): Promise<void> =>
    await handler(stream, { port: 1, session, user: undefined, warn: () => undefined });
  serve().catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return pair;
}
