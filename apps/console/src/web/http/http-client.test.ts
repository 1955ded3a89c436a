/** @module The HTTP client: against Node's own server, and against responses given byte by byte. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { ManualClock } from '@longwire/testing';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { StreamResetError } from '@longwire/client';
import { HttpClient } from './http-client.ts';
import { bodyFraming } from './response-body.ts';
import type { HttpRequest } from './request-writer.ts';
import { MAX_KEPT_BODY_BYTES } from './request-writer.ts';
import { bytesOf, givenStream, tcpStream, bodyText } from './tcp-stream.fixture.ts';
import { WebError } from './web-error.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const GET: HttpRequest = { method: 'GET', target: '/', fields: [['Host', 'device']] };
const never = new AbortController().signal;

interface Rig {
  readonly client: HttpClient;
  readonly clock: ManualClock;
  readonly opened: () => number;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function serving(handler: RequestListener): Promise<Rig> {
  const server = createServer(handler);
  const port = await listening(server);
  stops.push(() => server.closeAllConnections());
  return clientOf(() => tcpStream(port));
}

function clientOf(open: () => ReturnType<typeof tcpStream>): Rig {
  const clock = new ManualClock();
  let count = 0;
  const client = new HttpClient({
    clock,
    openStream: async () => {
      count += 1;
      return await open();
    },
  });
  stops.push(() => client.close());
  return { client, clock, opened: () => count };
}

const given = (text: string, sent?: Uint8Array[]): Rig =>
  clientOf(async () => givenStream([bytesOf(text)], sent));

async function kindOf(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => undefined,
    (error: unknown) => error,
  );
  return error instanceof WebError ? error.kind : String(error);
}

async function* pieces(...each: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* each;
}

/** More than is buffered, and then nothing. */
async function* endless(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(MAX_KEPT_BODY_BYTES + 1);
  await new Promise(() => undefined);
}

describe('the HTTP client with a server', () => {
  test('reuses a connection, and closes it when it is idle', async () => {
    const { client, clock, opened } = await serving((request, response) =>
      response.end(`you asked ${request.url}`),
    );
    for (const target of ['/a', '/b?c=d']) {
      const { head, body } = await client.send({ ...GET, target }, never);
      expect([head.status, await bodyText(body)]).toEqual([200, `you asked ${target}`]);
    }
    expect(opened()).toBe(1);
    clock.advance(4_000);
    await bodyText((await client.send(GET, never)).body);
    expect(opened()).toBe(2);
  });

  test('repeats a request if the server has closed a kept connection', async () => {
    const { client, opened } = await serving((request, response) => {
      response.shouldKeepAlive = true;
      response.end('ok', () => setImmediate(() => request.socket.destroy()));
    });
    for (let n = 0; n < 3; n += 1) expect(await bodyText((await client.send(GET, never)).body)).toBe('ok');
    expect(opened()).toBe(3);
  });

  test('sends a body with its length, and a large one in chunks', async () => {
    const { client } = await serving((request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => (bytes += piece.length));
      request.on('end', () => {
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        response.end(JSON.stringify([request.method, bytes, length ?? coding]));
      });
    });
    const post = async (body: AsyncIterable<Uint8Array>): Promise<string> =>
      await bodyText((await client.send({ ...GET, method: 'POST', body }, never)).body);
    expect(await post(pieces(bytesOf('a=1'), bytesOf('&b=2')))).toBe('["POST",7,"7"]');
    expect(await post(pieces())).toBe('["POST",0,"0"]');
    const half = new Uint8Array(MAX_KEPT_BODY_BYTES / 2 + 1);
    expect(await post(pieces(half, half, half))).toBe(`["POST",${3 * half.length},"chunked"]`);
  });

  test('accepts a response before the whole request body is sent', async () => {
    const { client } = await serving((request, response) => {
      response.writeHead(413, { connection: 'close' }).end('too much');
      request.resume();
    });
    const { head, body } = await client.send({ ...GET, method: 'POST', body: endless() }, never);
    expect([head.status, await bodyText(body)]).toEqual([413, 'too much']);
  });

  test('opens six connections, queues the other requests, and removes a cancelled one from the queue', async () => {
    let open = 0;
    let most = 0;
    const answers: (() => void)[] = [];
    const { client } = await serving((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      answers.push(() => {
        open -= 1;
        response.end('ok');
      });
    });
    const gone = new AbortController();
    const asked = Array.from({ length: 8 }, async () => await bodyText((await client.send(GET, never)).body));
    const left = client.send(GET, gone.signal);
    await expect.poll(() => answers.length).toBe(6);
    gone.abort();
    expect(await kindOf(left)).toBe('cancelled');
    for (let n = 0; n < 8; n += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      answers.shift()?.();
    }
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => 'ok'));
    expect(most).toBe(6);
  });

  test('times out without a response, and can be aborted during the body', async () => {
    const { client, clock } = await serving((request, response) => {
      if (request.url === '/slow') response.write('begun');
    });
    const failing = client.send(GET, never);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(180_000);
    expect(await kindOf(failing)).toBe('timeout');
    const stop = new AbortController();
    const { body } = await client.send({ ...GET, target: '/slow' }, stop.signal);
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const reading = iterator.next();
    stop.abort();
    expect(await kindOf(reading)).toBe('cancelled');
  });
});

describe('a response', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['framed by a length', `${ok}Content-Length: 5\r\n\r\nhello, not this`, 'hello'],
    [
      'framed by chunks',
      `${ok}Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nT: 1\r\n\r\n`,
      'hello',
    ],
    ['framed by the end of the stream', `${ok}\r\nhello`, 'hello'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', 'hello'],
    ['written with LF line ends', 'HTTP/1.1 200\nContent-Length: 5\n\nhello', 'hello'],
    [
      'preceded by interim responses',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n${ok}\r\nhello`,
      'hello',
    ],
    [
      'framed by the same length twice',
      `${ok}Content-Length: 5, 5\r\nContent-Length: 5\r\n\r\nhello`,
      'hello',
    ],
    ['a 204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello', ''],
    ['a 205 with a body', 'HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\nhello', ''],
    ['a 304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', ''],
  ])('is read if it is %s', async (_what, text, body) => {
    const { client } = given(text);
    expect(await bodyText((await client.send(GET, never)).body)).toBe(body);
  });

  test('with status 205 leaves a connection that is not reused', async () => {
    const head = bytesOf('HTTP/1.1 205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n');
    const { client, opened } = clientOf(async () => givenStream([head, bytesOf('5\r\nhello\r\n')]));
    for (let n = 0; n < 2; n += 1) expect(await bodyText((await client.send(GET, never)).body)).toBe('');
    expect(opened()).toBe(2);
  });

  test('to HEAD has no body', async () => {
    const { client } = given(`${ok}Content-Length: 5\r\n\r\n`);
    const answer = await client.send({ ...GET, method: 'HEAD' }, never);
    expect([answer.hasBody, await bodyText(answer.body)]).toEqual([false, '']);
  });

  test.each([
    ['empty', '', 'cutOff'],
    ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed'],
    ['TLS', '\u0015\u0003\u0003\0\u0002\u0002F', 'tls'],
    ['a broken head', `${ok}no colon\r\n\r\n`, 'malformed'],
    ['a folded header line', `${ok}A: b\r\n c\0d\r\n\r\n`, 'malformed'],
    ['a truncated head', `${ok}A: b`, 'cutOff'],
    ['an oversized line', `${ok}A: ${'b'.repeat(20_000)}`, 'malformed'],
    ['an oversized head', `${ok}${'A: b\r\n'.repeat(20_000)}\r\n`, 'malformed'],
    ['a protocol switch', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', 'malformed'],
    ['an endless series of interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20), 'malformed'],
    [
      'framed by two different lengths',
      `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      'malformed',
    ],
    ['framed by a negative length', `${ok}Content-Length: -5\r\n\r\nhello`, 'malformed'],
    ['in an unsupported transfer coding', `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`, 'malformed'],
    ['shorter than its length', `${ok}Content-Length: 6\r\n\r\nhello`, 'cutOff'],
    ['chunked without a valid size', `${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, 'malformed'],
    [
      'chunked without the end of a chunk',
      `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n`,
      'malformed',
    ],
    ['chunked and truncated', `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n`, 'cutOff'],
  ])('is rejected if it is %s', async (_what, text, kind) => {
    const { client } = given(text);
    const asking = client.send(GET, never).then(async ({ body }) => await bodyText(body));
    expect(await kindOf(asking)).toBe(kind);
  });

  test('is parsed or rejected for any input, in pieces or at once, and the connection is released', async () => {
    const line = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Connection: keep-alive\r\n',
      '\r\n',
      '3\r\nabc\r\n',
      '0\r\n\r\n',
      'ffffffffffff\r\n',
    );
    const piece = fc.oneof(line.map(bytesOf), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('GET', 'HEAD', 'POST'),
        async (each, method) => {
          const { client } = clientOf(async () => givenStream(each));
          for (let n = 0; n < 8; n += 1) {
            const body = method === 'POST' ? pieces(bytesOf('x')) : undefined;
            const asking = client.send({ ...GET, method, body }, never).then(async (answer) => {
              const text = await bodyText(answer.body).finally(() => answer.cancel());
              return text;
            });
            expect(['malformed', 'cutOff', 'tls', 'undefined']).toContain(await kindOf(asking));
          }
        },
      ),
    );
  });
});

test.each<[string, Partial<HttpRequest>]>([
  ['a line break in the target', { target: '/a\r\nX: y' }],
  ['a space in the target', { target: '/a b' }],
  ['a target that is not a path', { target: 'http://elsewhere/' }],
  ['a line break in a field', { fields: [['A', 'b\r\nX: y']] }],
  ['an invalid field name', { fields: [['A b', 'c']] }],
  ['an invalid method', { method: 'GET /x' }],
])('a request with %s is rejected', async (_what, wrong) => {
  const sent: Uint8Array[] = [];
  const { client } = given('HTTP/1.1 200 OK\r\n\r\n', sent);
  await client.send({ ...GET, ...wrong }, never).catch(() => undefined);
  expect(sent).toEqual([]);
});

test.each([
  [3, 'forbidden'],
  [4, 'noTunnel'],
  [5, 'unreachable'],
  [6, 'busy'],
  [99, 'cutOff'],
])('a stream reset by the device with code %d fails as %s', async (code, kind) => {
  const { client } = clientOf(async () => {
    throw new StreamResetError(code);
  });
  expect(await kindOf(client.send(GET, never))).toBe(kind);
});

test('a connection to a silent server is closed when its request is cancelled', async () => {
  const port = await listening(createTcpServer((socket) => socket.on('error', () => undefined)));
  const { client } = clientOf(() => tcpStream(port));
  const failing = client.send(GET, never);
  await Promise.resolve();
  client.close();
  expect(await kindOf(failing)).toMatch(/cutOff|cancelled/u);
});

test('a hundred content lengths with thousands of spaces in them are refused within the time of a test', () => {
  const fields = Array.from({ length: 4 }, () => ['Content-Length', `1${' '.repeat(16_000)}1`] as const);
  const head = { status: 200, statusText: 'OK', minorVersion: 1, fields };
  for (let count = 0; count < 100; count += 1)
    expect(() => bodyFraming('GET', head)).toThrow('the content length is ambiguous or not a number');
});
