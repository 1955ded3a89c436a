/** @module A coap channel in JSON sends at most one answer to each message. */
import { encodeRequest, utf8Decode, utf8Encode } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CoapChannel } from './coap-channel.ts';
import { HandlerError } from './handler-error.ts';
import { ResourceHarness } from './resource-harness.fixture.ts';
import { MAX_WAITING_REQUESTS } from './waiting-share.ts';

const harness = new ResourceHarness();
const { session, channel } = harness.connect('laptop');
harness.router.get('/text', () => 'hello', { action: null });
harness.router.get('/sized', () => new Uint8Array(1000), { action: null });
harness.router.get('/large', () => new Uint8Array(200_000).fill(255), { action: null });

const get = (path: string, requestId = '1'): string => encodeRequest({ requestId, method: 'GET', path });
const parse = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** The answer to a message; a message without an answer passes. */
async function answerTo(
  asked: CoapChannel,
  message: string | Uint8Array,
): Promise<{ type: unknown; text: string }> {
  const answer = await asked.handleMessage(message);
  const { type, payload }: { type: unknown; payload?: number[] } =
    answer === undefined ? { type: 1 } : JSON.parse(answer);
  return { type, text: utf8Decode(new Uint8Array(payload ?? [])) };
}

/** Whether a message is answered exactly when it should be, and no handler has failed. */
async function isSafe(asked: CoapChannel, message: string | Uint8Array): Promise<boolean> {
  const { type, text } = await answerTo(asked, message);
  return type === 1 && text !== 'Internal error';
}

describe('answers of a coap channel', () => {
  test('are returned synchronously when the handler is synchronous', async () => {
    expect(channel.handleMessage(get('/text'))).toBeTypeOf('string');
    harness.router.get('/later', async () => 'later', { action: null });
    const later = channel.handleMessage(get('/later'));
    expect(later).toBeInstanceOf(Promise);
    expect(parse(await later)).toMatchObject({ statusCode: 205 });
  });

  test('have the same bytes as those of deployed devices, keys in order', async () => {
    expect(await channel.handleMessage(get('/text'))).toBe(
      '{"contentType":0,"payload":[104,101,108,108,111],"requestId":"1","statusCode":205,"type":1}',
    );
    expect(parse(await channel.handleMessage(get('/nothing')))).toMatchObject({
      statusCode: 404,
      contentType: 0,
    });
  });

  test.each([
    [
      '{"type":0,"requestId":"7","method":"PATCH","path":"/"}',
      { error: 'Invalid method', requestId: '7', statusCode: 405, type: 1 },
    ],
    [
      '{"type":0,"requestId":"7","method":5,"path":"/"}',
      { error: 'Invalid method', requestId: '7', statusCode: 405, type: 1 },
    ],
    ['{"type":0,"requestId":"7","method":"GET","path":5}', { requestId: '7', statusCode: 400, type: 1 }],
    ['{"type":0,"requestId":7,"method":"GET","path":"/"}', { requestId: '', statusCode: 400, type: 1 }],
    ['{"type":0,"requestId":"7","method":"GET"}', { requestId: '7', statusCode: 400, type: 1 }],
  ])('%s gets an error answer', async (message, answer) => {
    expect(parse(await channel.handleMessage(message))).toMatchObject(answer);
  });

  test.each(['', '{}', '[]', 'null', '0', '{', '{"type":1}', '{"type":1,"requestId":"1","statusCode":205}'])(
    '%s gets no answer',
    async (message) => expect(await channel.handleMessage(message)).toBeUndefined(),
  );

  test('a request in a binary message is answered like one in text', async () => {
    expect(parse(await channel.handleMessage(utf8Encode(get('/text'))))).toMatchObject({ statusCode: 205 });
  });

  test('that are too large to send become a 500, because a larger message would end the process', async () => {
    expect(parse(await channel.handleMessage(get('/large')))).toMatchObject({
      statusCode: 500,
      requestId: '1',
    });
    const echo = await channel.handleMessage(get('/text', 'ü'.repeat(200_000)));
    expect(echo).toBeUndefined();
  });
});

test('are sent up to the largest size and become a 500 one byte above it', async () => {
  const whole = await channel.handleMessage(get('/sized'));
  const answers = [0, 1].map((less) => {
    const maxMessageBytes = (whole?.length ?? 0) - less;
    const limited = new CoapChannel({ router: harness.router, context: { session }, maxMessageBytes });
    return limited.handleMessage(get('/sized'));
  });
  expect(await answers[0]).toBe(whole);
  expect(parse(await answers[1])).toMatchObject({ statusCode: 500 });
});

describe('concurrent requests', () => {
  test('beyond the waiting limit are answered with 503, and the others are served', async () => {
    const gate = Promise.withResolvers<string>();
    const slow = new ResourceHarness();
    slow.router.get('/slow', () => gate.promise, { action: null });
    const usual = new CoapChannel({ router: slow.router, context: { session } });
    const open = Array.from({ length: 64 + MAX_WAITING_REQUESTS }, (_, index) =>
      usual.handleMessage(get('/slow', `${index}`)),
    );
    expect(parse(await usual.handleMessage(get('/slow', 'above')))).toMatchObject({
      statusCode: 503,
      requestId: 'above',
    });
    gate.resolve('done');
    for (const answer of open) expect(parse(await answer)).toMatchObject({ statusCode: 205 });
  });

  test('are answered as their handlers finish, not in order', async () => {
    const gate = Promise.withResolvers<string>();
    const two = new ResourceHarness();
    two.router.get('/slow', () => gate.promise, { action: null });
    two.router.get('/fast', () => 'fast', { action: null });
    const client = two.connect('laptop');
    const slow = client.request('GET', '/slow');
    expect((await client.request('GET', '/fast')).text()).toBe('fast');
    gate.reject(new HandlerError(503, 'Not now'));
    expect((await slow).statusCode).toBe(503);
  });
});

describe('nothing that a peer sends ends the process', () => {
  test.each([
    ['text', fc.string({ unit: 'binary', maxLength: 200 })],
    ['bytes', fc.uint8Array({ maxLength: 200 })],
    ['JSON', fc.json()],
  ])('any %s is survived', async (_, messages) => {
    const property = fc.asyncProperty(messages, (message) => isSafe(channel, message));
    await expect(fc.assert(property)).resolves.toBeUndefined();
  });

  const resources = [
    '/iam/me',
    '/iam/users',
    '/iam/users/admin',
    '/iam/users/admin/role',
    '/iam/users/admin/password',
    '/iam/users/admin/notification-categories',
    '/iam/users/admin/fingerprint',
    '/iam/users/admin/fingerprints/short',
    '/iam/users/admin/fcm',
    '/iam/users/__proto__',
    '/iam/pairing',
    '/iam/pairing/password-open',
    '/iam/pairing/password-invite',
    '/iam/settings/password-open-pairing',
    '/iam/device-info/friendly-name',
    '/webrtc/challenge',
    '/webrtc/oauth',
    '/p2p/pwd-auth/1',
    '/p2p/pwd-auth/2',
  ];
  const bytes = fc.uint8Array({ maxLength: 100 });
  const requestLike = fc.record(
    {
      type: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.jsonValue()),
      requestId: fc.oneof({ weight: 9, arbitrary: fc.string() }, fc.jsonValue()),
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE') },
        fc.jsonValue(),
      ),
      path: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...resources) }, fc.string(), fc.jsonValue()),
      contentType: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 42, 50, 60) }, fc.jsonValue()),
      payload: fc.oneof(
        { weight: 9, arbitrary: bytes.map((data) => ({ type: 'Buffer', data: [...data] })) },
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );

  test('any well-formed request to any resource is answered', async () => {
    const property = fc.asyncProperty(requestLike, (message) => isSafe(channel, JSON.stringify(message)));
    await expect(fc.assert(property, { numRuns: 1000 })).resolves.toBeUndefined();
  });

  test('malformed requests of an administrator are answered', async () => {
    const config = { ...harness.iam.config, unpairedRole: 'Administrator' };
    const admin = new ResourceHarness({ config: config }).connect('laptop');
    await admin.request('POST', '/iam/users', { cbor: { Username: 'admin' } });
    const property = fc.asyncProperty(requestLike, (message) =>
      isSafe(admin.channel, JSON.stringify(message)),
    );
    await expect(fc.assert(property, { numRuns: 1000 })).resolves.toBeUndefined();
  });
});
