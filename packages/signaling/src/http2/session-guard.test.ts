/** @module How many streams of a connection are kept, and for how long, whatever the client does. */
import { once } from 'node:events';
import {
  connect as connectHttp2,
  constants,
  createServer,
  type ClientHttp2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../scripts/listening.ts';
import { DEFAULT_LIMITS } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import { cancelledRequests } from '../test-support/http2-frames.fixture.ts';
import { extendedConnect } from '../test-support/http2-agent.fixture.ts';
import { ManualClock } from '@longwire/testing/clock';
import { IDLE_MS, MAX_STREAMS, SessionGuard } from './session-guard.ts';

const ignore = (): void => undefined;
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The streams that a server keeps for a connection on which every request is cancelled. */
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
  const socket = connect(await listen(server), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.on('error', ignore);
  socket.write(cancelledRequests(count));
  return { session: await begun.promise, streams };
}

test('answered and cancelled streams are not kept beyond the limit of open streams', async () => {
  const count = 1.5 * MAX_STREAMS;
  const { session, streams } = await cancelled(count);
  await expect.poll(() => streams).toHaveLength(count);
  const kept = (): number => streams.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(kept).toBeLessThanOrEqual(MAX_STREAMS);
  expect(session.destroyed).toBe(false);
});

test('more cancelled streams than allowed end the connection', async () => {
  const { session, streams } = await cancelled(4 * MAX_STREAMS);
  await expect.poll(() => session.destroyed).toBe(true);
  expect(streams.length).toBeLessThanOrEqual(3 * MAX_STREAMS + 1);
});

interface Opened {
  readonly clock: ManualClock;
  readonly client: ClientHttp2Session;
  /** The next stream of the connection, at the server. */
  readonly stream: () => Promise<ServerHttp2Stream>;
}

/** A server that does not respond, and a client. */
async function silent(requestTimeoutMs: number): Promise<Opened> {
  const clock = new ManualClock();
  const begun = Promise.withResolvers<ServerHttp2Session>();
  const server = createServer({ settings: { enableConnectProtocol: true } });
  server.on('session', (session) => {
    const limits = { headersTimeoutMs: 10_000, requestTimeoutMs };
    void new SessionGuard({ session, clock, log, limits });
    begun.resolve(session);
  });
  const client = connectHttp2(`http://127.0.0.1:${await listen(server)}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  await once(client, 'remoteSettings');
  const session = await begun.promise;
  const stream = async (): Promise<ServerHttp2Stream> => {
    const [opened] = await once(session, 'stream');
    return opened;
  };
  return { clock, client, stream };
}

test('a stalled stream is cancelled', async () => {
  const { client } = await silent(100);
  const stream = client.request({ ':path': '/' });
  stream.on('error', ignore);
  await once(stream, 'close');
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});

test('a complete request may take its time to be answered', async () => {
  const { clock, client, stream } = await silent(30_000);
  const asked = client.request({ ':method': 'POST', ':path': '/' }, { endStream: false });
  const served = await stream();
  const read = text(served);
  asked.end('body');
  expect(await read).toBe('body');
  clock.advance(30_000);
  served.respond({ ':status': 200 }, { endStream: true });
  const [answer] = await once(asked, 'response');
  expect(answer[':status']).toBe(200);
});

test('a WebSocket stream has no time limit', async () => {
  const { clock, client, stream } = await silent(30_000);
  const asked = extendedConnect(client, '/', { ':scheme': 'http' });
  const served = await stream();
  served.respond({ ':status': 200 });
  await once(asked, 'response');
  clock.advance(30_000);
  served.write('still there');
  expect(String(await once(asked, 'data'))).toBe('still there');
});

test('an aborted request leaves no timer except that of the idle connection', async () => {
  const { clock, client, stream } = await silent(30_000);
  const asked = client.request({ ':method': 'POST', ':path': '/' }, { endStream: false });
  const closed = once(await stream(), 'close');
  expect(clock.pending).toBe(1);
  asked.close();
  await closed;
  await expect.poll(() => clock.pending).toBe(1);
  const ended = once(client, 'close');
  clock.advance(IDLE_MS);
  await ended;
});
