/** @module Rights to streams, their maximum number, and their end. */
import { once } from 'node:events';
import { StreamResetCode, type Logger } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint } from '../coap/resource-harness.fixture.ts';
import { SessionIdentity } from '../auth/session-identity.ts';
import type { DeviceStream } from './device-stream.ts';
import { MAX_PLAIN_BACKLOG_BYTES } from './plain-backlog.ts';
import { registerStreamResources } from './register-stream-resources.ts';
import { MAX_STREAMS, SessionStreams } from './session-streams.ts';
import { StreamCatalog } from './stream-catalog.ts';
import { fakeChannels, StreamClient } from './stream-client.fixture.ts';
import type { StreamHandler } from './stream-handler.ts';

const identity = new SessionIdentity({
  clientFingerprint: testFingerprint('client'),
  deviceFingerprint: testFingerprint('device'),
  tokenId: 't',
});

function fail(): never {
  throw new Error('a fault');
}

function nothing(): void {
  // Does nothing.
}

function setUp({ handler }: { handler?: StreamHandler } = {}) {
  const opened: DeviceStream[] = [];
  const errors: string[] = [];
  const warnings: unknown[] = [];
  const allowed = new Set(['Stream:echo', 'Own:Action']);
  const catalog = new StreamCatalog();
  catalog.add(1, handler ?? ((stream) => void opened.push(stream)), { name: 'echo' });
  catalog.add(2, (stream) => void opened.push(stream), { name: 'own', action: 'Own:Action' });
  catalog.add(3, (stream) => void opened.push(stream), { name: 'other' });
  const logger: Logger = {
    debug: nothing,
    info: nothing,
    warn: (...line) => warnings.push(line),
    error: (event) => errors.push(event),
  };
  const streams = new SessionStreams({
    access: { catalog, userOf: () => undefined, isAllowed: (_who, action) => allowed.has(action) },
    logger,
  });
  const channels = fakeChannels();
  const open = (port: number, isFramed = true): StreamClient => {
    const client = new StreamClient({ isFramed, channels });
    streams.open({ channel: client.channel, port, identity, isFramed });
    return client;
  };
  return { streams, opened, errors, warnings, allowed, open };
}

const reset = (code: number): unknown => [{ kind: 'reset', code }];

test.each([
  ['the default action of its name', 1],
  ['a configured action', 2],
])('opens a stream for a session with %s', (_how, port) => {
  const { streams, opened, open } = setUp();
  const client = open(port);
  expect([opened.length, client.controlFrames]).toEqual([1, []]);
  streams.close();
});

test.each([
  ['without the right', 3, StreamResetCode.denied],
  ['to a port without a service', 4, StreamResetCode.noListener],
])('refuses a stream %s', (_what, port, code) => {
  const { opened, open } = setUp();
  const [framed, plain] = [open(port), open(port, false)];
  expect([framed.controlFrames, framed.native.isClosed]).toEqual([reset(code), true]);
  expect([plain.native.sent, plain.native.isClosed]).toEqual([[], true]);
  expect(opened).toEqual([]);
});

test('refuses streams beyond MAX_STREAMS until one ends', async () => {
  const { streams, opened, open } = setUp();
  const clients = Array.from({ length: MAX_STREAMS }, () => open(1));
  expect(clients.flatMap(({ controlFrames }) => controlFrames)).toEqual([]);
  expect(open(1).controlFrames).toEqual(reset(StreamResetCode.limit));
  for (const stream of opened.slice(0, 1)) {
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
  }
  expect([open(1).controlFrames, open(1).controlFrames]).toEqual([[], reset(StreamResetCode.limit)]);
  streams.close();
});

test('revoking a right immediately ends its streams and no others', () => {
  const { streams, allowed, open } = setUp();
  const [framed, plain, other] = [open(1), open(1, false), open(2)];
  allowed.delete('Stream:echo');
  streams.recheck();
  expect(framed.controlFrames).toEqual(reset(StreamResetCode.denied));
  expect([framed, plain, other].map(({ native }) => native.isClosed)).toEqual([true, true, false]);
  streams.close();
});

test.each(['throws', 'rejects'])('resets only the stream of a handler that %s', async (how) => {
  const { streams, errors, open } = setUp({
    handler: how === 'throws' ? fail : () => Promise.reject(new Error('a fault')),
  });
  const [client, other] = [open(1), open(2)];
  await expect.poll(() => client.controlFrames).toEqual(reset(StreamResetCode.internal));
  expect([errors, other.native.isClosed]).toEqual([['stream.handler-failed'], false]);
  streams.close();
});

test('logs one warning for a failing service, however many streams fail', () => {
  const { streams, warnings, open } = setUp({ handler: (_stream, { warn }) => warn('target is down') });
  for (let count = 0; count < 3; count += 1) open(1);
  expect(warnings).toEqual([['stream.failed', { port: 1, name: 'echo', reason: 'target is down' }]]);
  streams.close();
});

test('logs one warning with the error code when plain streams overflow', async () => {
  const { streams, opened, warnings, open } = setUp();
  for (let count = 0; count < 2; count += 1) open(1, false).send(new Uint8Array(MAX_PLAIN_BACKLOG_BYTES + 1));
  const warning = { port: 1, name: 'echo', code: 'ERR_STREAM_OVERFLOW' };
  await expect.poll(() => warnings).toEqual([['stream.ended', expect.objectContaining(warning)]]);
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  streams.close();
});

test('aborts all streams with an error when the session ends', () => {
  const { streams, opened, open } = setUp();
  const [framed, plain] = [open(1), open(1, false)];
  streams.close();
  expect(opened.map(({ errored }) => errored)).toEqual([
    expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }),
    expect.objectContaining({ code: 'ERR_CHANNEL_CLOSED' }),
  ]);
  expect([framed.native.isClosed, plain.native.isClosed]).toEqual([true, true]);
});

test('refuses streams on a device without services', () => {
  const streams = new SessionStreams({
    access: undefined,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const client = new StreamClient();
  streams.open({ channel: client.channel, port: 1, identity, isFramed: true });
  expect(client.controlFrames).toEqual(reset(StreamResetCode.noListener));
});

describe('registering a service', () => {
  test.each([
    ['a port above a uint32', 2 ** 32, 'a', undefined, 'ERR_STREAM_PORT'],
    ['a port that is not an integer', 1.5, 'a', undefined, 'ERR_STREAM_PORT'],
    ['a port in use', 1, 'b', undefined, 'ERR_DEVICE_OPTIONS'],
    ['an empty name', 2, '', undefined, 'ERR_DEVICE_OPTIONS'],
    ['a name with a wildcard', 2, 'a*', undefined, 'ERR_DEVICE_OPTIONS'],
    ['a name that is too long', 2, 'x'.repeat(65), undefined, 'ERR_DEVICE_OPTIONS'],
    ['an empty action', 2, 'a', '', 'ERR_DEVICE_OPTIONS'],
  ])('rejects %s', (_what, port, name, action, code) => {
    const catalog = new StreamCatalog();
    catalog.add(1, nothing, { name: 'a' });
    const options = action === undefined ? { name } : { name, action };
    expect(() => catalog.add(port, nothing, options)).toThrow(expect.objectContaining({ code }));
  });

  test.each([0, 2 ** 32 - 1])('accepts port %i', (port) => {
    const catalog = new StreamCatalog();
    catalog.add(port, nothing, { name: 'a' });
    expect(catalog.get(port)).toMatchObject({ port, name: 'a', action: 'Stream:a' });
  });
});

test('GET /streams lists only the services that the caller may open', async () => {
  const harness = new ResourceHarness();
  const catalog = new StreamCatalog();
  catalog.add(
    80,
    Object.assign(() => undefined, { service: 'tcp' }),
    { name: 'web' },
  );
  catalog.add(22, () => undefined, { name: 'ssh', action: 'IAM:GetPairing' });
  registerStreamResources(harness.router, { guard: harness.iam, catalog });
  const { statusCode, payload } = await harness.connect('laptop').request('GET', '/streams');
  expect([statusCode, JSON.parse(Buffer.from(payload).toString())]).toEqual([
    205,
    [{ port: 22, name: 'ssh' }],
  ]);
  const openToAll = { ...harness.iam.config, unpairedRole: 'Administrator' };
  const open = new ResourceHarness({ config: openToAll });
  registerStreamResources(open.router, { guard: open.iam, catalog });
  const all = await open.connect('laptop').request('GET', '/streams');
  expect(JSON.parse(Buffer.from(all.payload).toString())).toEqual([
    { port: 22, name: 'ssh' },
    { port: 80, name: 'web', service: 'tcp' },
  ]);
});
