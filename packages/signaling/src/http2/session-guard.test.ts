/** @module How many streams of a connection are kept, whatever its client does to them. */
import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_LIMITS } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import { cancelledRequests } from '../test-support/http2-frames.fixture.ts';
import { ManualClock } from '../test-support/manual-clock.fixture.ts';
import { MAX_STREAMS, SessionGuard } from './session-guard.ts';

const ignore = (): void => undefined;
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What a server that answers at once has of a connection on which all that is asked is cancelled. */
async function cancelled(
  count: number,
): Promise<{ readonly session: ServerHttp2Session; readonly streams: readonly ServerHttp2Stream[] }> {
  const streams: ServerHttp2Stream[] = [];
  const server = createServer((_request, response) => void response.end('ok'));
  const begun = Promise.withResolvers<ServerHttp2Session>();
  server.on('session', (session) => {
    session.on('error', ignore);
    session.on('stream', (stream) => streams.push(stream));
    void new SessionGuard({ session, clock: new ManualClock(), log, limits: DEFAULT_LIMITS });
    begun.resolve(session);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.on('error', ignore);
  socket.write(cancelledRequests(count));
  return { session: await begun.promise, streams };
}

test('streams that are answered and cancelled are not kept: no more than may be open', async () => {
  const count = 1.5 * MAX_STREAMS;
  const { session, streams } = await cancelled(count);
  await expect.poll(() => streams).toHaveLength(count);
  const kept = (): number => streams.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(kept).toBeLessThanOrEqual(MAX_STREAMS);
  expect(session.destroyed).toBe(false);
});

test('more of them than may be cancelled end the connection', async () => {
  const { session, streams } = await cancelled(4 * MAX_STREAMS);
  await expect.poll(() => session.destroyed).toBe(true);
  expect(streams.length).toBeLessThanOrEqual(3 * MAX_STREAMS + 1);
});
