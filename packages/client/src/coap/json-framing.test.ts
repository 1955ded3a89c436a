/** @module Requests on the channel: framing, time limits, sizes, and everything a device may answer. */
import { EdgeError, silentLogger, utf8Encode } from '@longwire/protocol';
import { asDataChannel, FakeDataChannel, ManualClock } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { RequestLostError } from '../request/request-lost-error.ts';
import type { RequestOptions } from '../request/request-options.ts';
import { Requests } from './requests.ts';

interface Rig {
  readonly requests: Requests;
  readonly channel: FakeDataChannel;
  readonly device: FakeDataChannel;
  readonly clock: ManualClock;
  readonly logged: string[];
}

async function rig(maxMessageBytes = 1000): Promise<Rig> {
  const [channel, device] = [new FakeDataChannel('coap'), new FakeDataChannel('coap')];
  const clock = new ManualClock();
  const logged: string[] = [];
  const logger = { ...silentLogger, warn: (event: string): void => void logged.push(event) };
  const requests = new Requests({
    channel: asDataChannel(channel),
    clock,
    logger,
    requestTimeoutMs: 10_000,
    maxMessageBytes: () => maxMessageBytes,
    isBinary: () => false,
  });
  FakeDataChannel.pair(channel, device);
  await requests.opened(new AbortController().signal);
  return { requests, channel, device, clock, logged };
}

function sentBy({ channel }: Rig): unknown[] {
  return channel.sent.map((text): unknown => JSON.parse(String(text)));
}

function answer({ device }: Rig, message: object): void {
  device.send(JSON.stringify({ type: 1, ...message }));
}

describe('a JSON request', () => {
  test.each<[string, RequestOptions, object]>([
    ['no payload', {}, {}],
    ['text', { payload: 'hé' }, { contentType: 0, payload: { type: 'Buffer', data: [...utf8Encode('hé')] } }],
    ['bytes', { payload: new Uint8Array([7]) }, { contentType: 42, payload: { type: 'Buffer', data: [7] } }],
    [
      'a content format of its own',
      { payload: '{}', contentFormat: 50 },
      { contentType: 50, payload: { type: 'Buffer', data: [123, 125] } },
    ],
  ])('%s', async (_name, options, expected) => {
    const here = await rig();
    const response = here.requests.request('POST', '/x', options);
    expect(sentBy(here)).toEqual([{ type: 0, requestId: '1', method: 'POST', path: '/x', ...expected }]);
    answer(here, { requestId: '1', statusCode: 204, contentType: 0, payload: [] });
    await response;
  });

  test.each<[string, string, string, RequestOptions]>([
    ['a path without a slash', 'GET', 'x', {}],
    ['a content format without a payload', 'GET', '/x', { contentFormat: 0 }],
    ['a content format that is no number of CoAP', 'POST', '/x', { payload: '', contentFormat: 70_000 }],
    ['an argument that would be two', 'GET', '/x', { query: { a: 'b&c=d' } }],
    ['an argument of 256 bytes', 'GET', '/x', { query: { a: 'é'.repeat(127) } }],
    ['an empty ETag', 'GET', '/x', { etag: new Uint8Array(0) }],
    ['an ETag of nine bytes', 'GET', '/x', { ifMatch: new Uint8Array(9) }],
    ['a format to accept that is no number of CoAP', 'GET', '/x', { accept: -1 }],
    ['no time', 'GET', '/x', { timeoutMs: 0 }],
    ['endless time', 'GET', '/x', { timeoutMs: Infinity }],
  ])('%s is refused', async (_name, method, path, options) => {
    const here = await rig();
    const checked = method === 'GET' ? 'GET' : 'POST';
    await expect(here.requests.request(checked, path, options)).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
    expect([here.channel.sent, here.clock.pending]).toEqual([[], 0]);
  });

  test.each<[string, RequestOptions]>([
    ['ifMatch', { ifMatch: Uint8Array.of(1) }],
    ['ifNoneMatch', { ifNoneMatch: true }],
    ['accept', { accept: 60 }],
  ])('%s needs coap-ws/1: refused, and nothing is sent', async (name, options) => {
    const here = await rig();
    await expect(here.requests.request('PUT', '/x', options)).rejects.toMatchObject({
      code: 'ERR_REQUEST_UNSUPPORTED',
      message: `${name} cannot be sent to this device: it does not support coap-ws/1`,
    });
    expect([here.channel.sent, here.clock.pending]).toEqual([[], 0]);
  });

  test('arguments are part of the path; an etag and absent conditions change nothing', async () => {
    const here = await rig();
    const options = { query: { a: 1, b: 'c d' }, etag: Uint8Array.of(1), ifNoneMatch: false };
    const responses = [
      here.requests.request('GET', '/x', options),
      here.requests.request('GET', '/x?y=2', options),
    ];
    expect(sentBy(here)).toEqual([
      { type: 0, requestId: '1', method: 'GET', path: '/x?a=1&b=c d' },
      { type: 0, requestId: '2', method: 'GET', path: '/x?y=2&a=1&b=c d' },
    ]);
    for (const requestId of ['1', '2']) answer(here, { requestId, statusCode: 204 });
    await Promise.all(responses);
  });

  test('a message that is larger than the other side takes', async () => {
    const here = await rig(100);
    const payload = new Uint8Array(100);
    await expect(here.requests.request('POST', '/x', { payload })).rejects.toMatchObject({
      code: 'ERR_MESSAGE_TOO_LARGE',
    });
    expect([here.channel.sent, here.clock.pending]).toEqual([[], 0]);
  });

  test('a channel that cannot take it', async () => {
    const here = await rig();
    here.channel.readyState = 'closing';
    await expect(here.requests.request('GET', '/x')).rejects.toMatchObject({
      code: 'ERR_CHANNEL_CLOSED',
      wasSent: false,
    });
    expect(here.clock.pending).toBe(0);
  });
});

describe('a JSON answer', () => {
  test.each<[string, object, object]>([
    [
      'array',
      { contentType: 50, payload: [123, 125] },
      { contentFormat: 50, payload: new Uint8Array([123, 125]) },
    ],
    [
      'Buffer',
      { contentType: 50, payload: { type: 'Buffer', data: [123, 125] } },
      { contentFormat: 50, payload: new Uint8Array([123, 125]) },
    ],
    ['an empty payload is none, and its format means nothing', { contentType: 0, payload: [] }, {}],
    ['neither', {}, {}],
  ])('%s', async (_name, wire, expected) => {
    const here = await rig();
    const response = here.requests.request('GET', '/x');
    answer(here, { requestId: '1', statusCode: 205, ...wire });
    const { statusCode, contentFormat, payload } = await response;
    expect({ statusCode, contentFormat, payload }).toEqual({ statusCode: 205, ...expected });
  });

  test('answers come in any order', async () => {
    const here = await rig();
    const both = Promise.all([here.requests.request('GET', '/a'), here.requests.request('GET', '/b')]);
    answer(here, { requestId: '2', statusCode: 204 });
    answer(here, { requestId: '1', statusCode: 205 });
    expect((await both).map(({ statusCode }) => statusCode)).toEqual([205, 204]);
  });

  test('an error status is an answer', async () => {
    const here = await rig();
    const response = here.requests.request('GET', '/x');
    answer(here, {
      requestId: '1',
      statusCode: 404,
      contentType: 0,
      payload: [...utf8Encode('no such thing')],
    });
    expect((await response).text()).toBe('no such thing');
  });

  test('a device that could not read the request', async () => {
    const here = await rig();
    const response = here.requests.request('GET', '/x');
    answer(here, { requestId: '1', error: 'Invalid method' });
    await expect(response).rejects.toMatchObject({
      code: 'ERR_REQUEST_REFUSED',
      message: expect.stringContaining('Invalid method'),
    });
  });

  test('that cannot be parsed fails its request at once', async () => {
    const here = await rig();
    const response = here.requests.request('GET', '/x');
    answer(here, { requestId: '1', statusCode: 'fine' });
    await expect(response).rejects.toMatchObject({ code: 'ERR_PAYLOAD_FORMAT' });
  });

  test.each(['', '{', '[]', '{}', '{"type":1}', '{"type":0,"requestId":"1"}', new ArrayBuffer(2)])(
    'ignored and logged: %j',
    async (data) => {
      const here = await rig();
      const response = here.requests.request('GET', '/x');
      here.channel.receive(data);
      expect(here.logged).toEqual(['coap.ignored']);
      answer(here, { requestId: '1', statusCode: 205 });
      expect((await response).statusCode).toBe(205);
    },
  );

  test('an unknown request id is ignored and logged', async () => {
    const here = await rig();
    here.channel.receive('{"type":1,"requestId":"99","statusCode":205}');
    expect(here.logged).toEqual(['coap.ignored']);
  });
});

describe('a JSON request ends with', () => {
  test('the time limit of the channel, and an answer that comes after it', async () => {
    const here = await rig();
    const response = here.requests.request('GET', '/x');
    here.clock.advance(9_999);
    here.clock.advance(1);
    await expect(response).rejects.toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
    here.channel.receive('{"type":1,"requestId":"1","statusCode":205}');
    expect(here.logged).toEqual(['coap.ignored']);
  });

  test('the time limit of one request', async () => {
    const here = await rig();
    const response = here.requests.request('GET', '/x', { timeoutMs: 50 });
    here.clock.advance(50);
    await expect(response).rejects.toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
  });

  test('an AbortSignal, before and during', async () => {
    const here = await rig();
    const reason = new Error('not any more');
    const abort = new AbortController();
    const response = here.requests.request('GET', '/x', { signal: abort.signal });
    abort.abort(reason);
    await expect(response).rejects.toMatchObject({ code: 'ERR_ABORTED', cause: reason });
    await expect(here.requests.request('GET', '/y', { signal: abort.signal })).rejects.toMatchObject({
      code: 'ERR_ABORTED',
    });
    here.clock.advance(10_000);
    expect([here.channel.sent.length, here.clock.pending]).toEqual([1, 0]);
  });

  test('no listener stays on the signal', async () => {
    const here = await rig();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const response = here.requests.request('GET', '/x', { signal });
    answer(here, { requestId: '1', statusCode: 205 });
    await response;
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test('close() rejects what is open, with the cause', async () => {
    const here = await rig();
    const open = [here.requests.request('GET', '/a'), here.requests.request('GET', '/b')];
    const cause = new EdgeError('ERR_CONNECTION_CLOSED', 'closed');
    here.requests.close(cause);
    for (const request of open) {
      await expect(request).rejects.toBeInstanceOf(RequestLostError);
      await expect(request).rejects.toMatchObject({
        code: 'ERR_CONNECTION_CLOSED',
        message: 'closed',
        wasSent: true,
      });
    }
    expect([here.clock.pending, here.channel.listenerCount]).toEqual([0, 0]);
  });

  test('a hundred requests when the channel closes: each ends once, and those without an answer were sent', async () => {
    const here = await rig();
    const ends: string[] = [];
    const all = Array.from({ length: 100 }, async (_, index) => {
      const isAnswered = await here.requests.request('GET', `/${index}`).then(
        () => true,
        (error: unknown) => !(error instanceof RequestLostError && error.wasSent),
      );
      ends.push(`${index}: ${isAnswered ? 'answered' : 'lost, and sent'}`);
    });
    for (let id = 3; id <= 100; id += 3) answer(here, { requestId: String(id), statusCode: 205 });
    await vi.waitFor(() => expect(ends).toHaveLength(33));
    here.requests.close(new EdgeError('ERR_CHANNEL_CLOSED', 'closed'));
    for (let id = 1; id <= 100; id += 1) answer(here, { requestId: String(id), statusCode: 205 });
    await Promise.all(all);
    const expected = Array.from(
      { length: 100 },
      (_, index) => `${index}: ${index % 3 === 2 ? 'answered' : 'lost, and sent'}`,
    );
    expect(ends.toSorted()).toEqual(expected.toSorted());
    expect([here.clock.pending, here.channel.listenerCount]).toEqual([0, 0]);
  });

  test('settled requests leave one timer between them, once', async () => {
    const here = await rig();
    for (const requestId of ['1', '2', '3']) {
      const response = here.requests.request('GET', '/x');
      answer(here, { requestId, statusCode: 205 });
      await response;
    }
    expect(here.clock.pending).toBe(1);
    here.clock.advance(10_000);
    expect(here.clock.pending).toBe(0);
  });
});
