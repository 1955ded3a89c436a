/** @module The rules of RFC 8323 on one channel: settings first, signals, and one answer to each request. */
import {
  BAD_CSM_OPTION,
  CoapCode,
  CoapOptionNumber,
  MAX_COAP_MESSAGE_BYTES,
  optionOf,
  parseCsm,
  uintOption,
  utf8Encode,
} from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CoapChannel } from '../coap-channel.ts';
import type { DeviceRequest } from '../device-request.ts';
import { Router } from '../router.ts';
import { MAX_WAITING_REQUESTS } from '../waiting-share.ts';
import { MAX_EARLY_MESSAGES, MAX_EARLY_MS } from './binary-channel.ts';
import { anySession, BinaryClient, summaryOf, textOf } from './binary-client.fixture.ts';

const { ACCEPT, CONTENT_FORMAT, ETAG, IF_MATCH, IF_NONE_MATCH } = CoapOptionNumber;
const none = new Uint8Array(0);
const version = (name: string): Uint8Array => utf8Encode(name);

function setUp() {
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => true } });
  router.get('/text', () => 'hello');
  return { router, client: new BinaryClient({ router }) };
}

/** What a client got after the device's settings. */
function sentTo({ received }: BinaryClient): unknown[] {
  return received.slice(1).map((frame) => [frame.code, textOf(frame)]);
}

describe('signals of a binary channel', () => {
  test('the device sends its settings first', () => {
    const { router } = setUp();
    const client = new BinaryClient({ router, csm: undefined });
    expect(client.received.map(({ code }) => code)).toEqual([CoapCode.CSM]);
    expect(parseCsm(client.received[0]?.options ?? [])).toEqual({
      ok: true,
      value: { maxMessageSize: 262_144, isBlockWise: true },
    });
  });

  describe('messages before the settings', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    const abort = [[CoapCode.ABORT, 'the first message must be a CSM']];

    test.each([CoapCode.GET, CoapCode.PING, 0, 0x45])(
      'end the channel if the settings do not follow: code %i',
      (code) => {
        const { router } = setUp();
        const client = new BinaryClient({ router, csm: undefined });
        client.send({ code });
        vi.advanceTimersByTime(MAX_EARLY_MS - 1);
        expect([sentTo(client), client.isClosed]).toEqual([[], false]);
        vi.advanceTimersByTime(1);
        expect([sentTo(client), client.isClosed]).toEqual([abort, true]);
      },
    );

    test('are handled in order after the settings, which threads of the library may have overtaken', () => {
      const { router } = setUp();
      const client = new BinaryClient({ router, csm: undefined });
      for (const token of [1, 2]) client.send({ code: CoapCode.PING, token: Uint8Array.of(token) });
      client.send({ code: CoapCode.CSM });
      const pongs = client.received.slice(1).map(({ code, token }) => [code, ...token]);
      expect(pongs).toEqual([
        [CoapCode.PONG, 1],
        [CoapCode.PONG, 2],
      ]);
      vi.advanceTimersByTime(MAX_EARLY_MS);
      expect(client.isClosed).toBe(false);
    });

    test('are few, and none is handled after the channel has ended', () => {
      const { router } = setUp();
      const client = new BinaryClient({ router, csm: undefined });
      for (let count = 0; count <= MAX_EARLY_MESSAGES; count += 1) client.send({ code: CoapCode.PING });
      expect([sentTo(client), client.isClosed]).toEqual([abort, true]);
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  test('an unknown option of the settings ends the channel and is named', () => {
    const { client } = setUp();
    client.send({ code: CoapCode.CSM, options: [{ number: 9, value: none }] });
    const abort = client.received.at(-1);
    expect([abort?.code, optionOf(abort?.options ?? [], BAD_CSM_OPTION)]).toEqual([
      CoapCode.ABORT,
      Uint8Array.of(9),
    ]);
    expect(client.isClosed).toBe(true);
  });

  test('settings that leave no room for an answer end the channel', () => {
    const { client } = setUp();
    client.send({ code: CoapCode.CSM, options: [uintOption(2, 127)] });
    expect(client.isClosed).toBe(true);
  });

  test('Ping is answered with its token, and with custody on request', () => {
    const { client } = setUp();
    client.send({ code: CoapCode.PING, token: Uint8Array.of(7), options: [{ number: 2, value: none }] });
    expect(client.received.at(-1)).toEqual({
      code: CoapCode.PONG,
      token: Uint8Array.of(7),
      options: [{ number: 2, value: none }],
    });
  });

  test('an unknown critical option of a signal ends the channel', () => {
    const { client } = setUp();
    client.send({ code: CoapCode.PING, options: [{ number: 3, value: none }] });
    expect([client.received.at(-1)?.code, client.isClosed]).toEqual([CoapCode.ABORT, true]);
  });

  test('after Release open requests are answered, and then the channel closes', async () => {
    const { router, client } = setUp();
    const gate = Promise.withResolvers<string>();
    router.get('/slow', () => gate.promise);
    const answer = client.ask(CoapCode.GET, '/slow');
    client.send({ code: CoapCode.RELEASE });
    expect(client.isClosed).toBe(false);
    gate.resolve('done');
    expect(textOf(await answer)).toBe('done');
    expect(client.isClosed).toBe(true);
  });

  test('Abort ends the channel without a message', () => {
    const { client } = setUp();
    const before = client.received.length;
    client.send({ code: CoapCode.ABORT, payload: utf8Encode('enough') });
    expect([client.isClosed, client.received.length]).toEqual([true, before]);
  });

  test.each<[string, (client: BinaryClient) => void]>([
    ['bytes that are no message', ({ channel }) => channel.handleMessage(Uint8Array.of(0xff))],
    ['text', ({ channel }) => channel.handleText()],
    [
      'a message above the limit',
      ({ channel }) => channel.handleMessage(new Uint8Array(MAX_COAP_MESSAGE_BYTES + 1)),
    ],
  ])('%s end the channel with a reason', (_, act) => {
    const { client } = setUp();
    act(client);
    act(client);
    const aborts = client.received.filter(({ code }) => code === CoapCode.ABORT);
    expect([
      client.isClosed,
      aborts.length,
      textOf(aborts[0] ?? { code: 0, token: none, options: [] }),
    ]).toEqual([true, 1, expect.stringMatching(/./u)]);
  });

  test.each([0, 0x45, 0x25, 0xe9])('a message with the code %i is ignored', async (code) => {
    const { client } = setUp();
    client.send({ code });
    expect(textOf(await client.ask(CoapCode.GET, '/text'))).toBe('hello');
    expect(client.received).toHaveLength(2);
  });
});

describe('requests on a binary channel', () => {
  test.each([
    ['an unknown method', 5, [], 405],
    ['an unknown critical option', CoapCode.GET, [{ number: 2001, value: none }], 402],
    ['a critical option twice', CoapCode.GET, [uintOption(ACCEPT, 0), uintOption(ACCEPT, 0)], 402],
    [
      'a critical option of a wrong length',
      CoapCode.GET,
      [{ number: ACCEPT, value: new Uint8Array(3) }],
      402,
    ],
    ['a request to a proxy', CoapCode.GET, [{ number: 39, value: version('http') }], 505],
    ['an unknown elective option', CoapCode.GET, [{ number: 2000, value: none }], 205],
    ['an ETag of a wrong length', CoapCode.GET, [{ number: ETAG, value: none }], 205],
    ['the option Uri-Host', CoapCode.GET, [{ number: 3, value: version('device') }], 205],
  ])('%s', async (_, code, options, status) => {
    const { client } = setUp();
    expect(summaryOf(await client.ask(code, '/text', { options }))[0]).toBe(status);
    expect(client.isClosed).toBe(false);
  });

  test('a handler gets the same request as from JSON', async () => {
    const { router, client } = setUp();
    const seen: DeviceRequest[] = [];
    router.put('/items/:name', (request) => void seen.push(request));
    const payload = utf8Encode('{"a":1}');
    await client.ask(CoapCode.PUT, '/items/x', { payload, options: [uintOption(CONTENT_FORMAT, 50)] });
    await client.ask(CoapCode.PUT, '/items/x', { payload });
    const json = new CoapChannel({ router, context: { session: anySession } });
    const head = { type: 0, requestId: '1', method: 'PUT', path: '/items/x' };
    const data = { payload: { type: 'Buffer', data: [...payload] } };
    await json.handleMessage(JSON.stringify({ ...head, ...data, contentType: 50 }));
    await json.handleMessage(JSON.stringify({ ...head, ...data }));
    const [formatted, plain, ...asJson] = seen.map(({ signal: _signal, ...fields }) => fields);
    expect(asJson).toEqual([formatted, plain]);
  });

  test('a handler gets the query parameters', async () => {
    const { router, client } = setUp();
    router.get('/sum', ({ query }) => `${Number(query.get('a')) + Number(query.get('b'))}${query.get('c')}`);
    expect(textOf(await client.ask(CoapCode.GET, '/sum?a=1&b=2&c=x%20=y'))).toBe('3x%20=y');
  });

  test('a request beyond the waiting limit is a 503, and the others are answered', async () => {
    const { router } = setUp();
    const gate = Promise.withResolvers<string>();
    router.get('/slow', () => gate.promise);
    const client = new BinaryClient({ router });
    const open = Array.from({ length: 64 + MAX_WAITING_REQUESTS }, () => client.ask(CoapCode.GET, '/slow'));
    expect(summaryOf(await client.ask(CoapCode.GET, '/slow'))).toEqual([503, 'Too many open requests']);
    gate.resolve('done');
    for (const answer of await Promise.all(open)) expect(textOf(answer)).toBe('done');
    expect(summaryOf(await client.ask(CoapCode.GET, '/text'))).toEqual([205, 'hello']);
  });

  test.each([-1, 1.5, 2 ** 40])(
    'an answer with the content format %d becomes a 500 and ends nothing',
    async (contentFormat) => {
      const { router, client } = setUp();
      router.get('/odd', () => ({ statusCode: 205, contentFormat, payload: 'x' }));
      expect(summaryOf(await client.ask(CoapCode.GET, '/odd'))).toEqual([500, 'Internal error']);
      expect(summaryOf(await client.ask(CoapCode.GET, '/text'))).toEqual([205, 'hello']);
    },
  );

  test('an answer to a client that has left is dropped', async () => {
    const { router, client } = setUp();
    const gate = Promise.withResolvers<string>();
    router.get('/slow', () => gate.promise);
    client.send({ code: CoapCode.GET, options: [{ number: 11, value: version('slow') }] });
    client.channel.handleClosed();
    gate.resolve('too late');
    await gate.promise;
    expect(client.received).toHaveLength(1);
  });
});

/** A resource with an ETag, and a client. */
function versioned() {
  const { router, client } = setUp();
  let current: Uint8Array | undefined = version('v1');
  router.get('/doc', () => ({ statusCode: 205, payload: 'text', ...(current && { etag: current }) }));
  const put = (request: DeviceRequest): void => {
    request.checkEtag(current);
    current = version('v2');
  };
  router.put('/doc', put, { conditional: true });
  router.delete('/doc', () => (current = undefined));
  const ask = async (code: number, ...options: [number, Uint8Array][]): Promise<number> => {
    const list = options.map(([number, value]) => ({ number, value }));
    return summaryOf(await client.ask(code, '/doc', { options: list }))[0];
  };
  const forget = (): void => {
    current = undefined;
  };
  return { client, ask, forget };
}

describe('conditional requests', () => {
  test('a version that the client has is not sent again', async () => {
    const { client } = versioned();
    const options = ['v0', 'v1'].map((name) => ({ number: ETAG, value: version(name) }));
    const answer = await client.ask(CoapCode.GET, '/doc', { options });
    expect([summaryOf(answer), optionOf(answer.options, ETAG)]).toEqual([[203, ''], version('v1')]);
    const other = await client.ask(CoapCode.GET, '/doc', { options: options.slice(0, 1) });
    expect(summaryOf(other)).toEqual([205, 'text']);
  });

  test('a GET gets a 406 if its answer has another content format than it accepts', async () => {
    const { ask } = versioned();
    expect([
      await ask(CoapCode.GET, [ACCEPT, none]),
      await ask(CoapCode.GET, [ACCEPT, Uint8Array.of(50)]),
    ]).toEqual([205, 406]);
  });

  test('the handler checks If-Match and If-None-Match', async () => {
    const { ask, forget } = versioned();
    expect(await ask(CoapCode.PUT, [IF_MATCH, version('v0')])).toBe(412);
    expect(await ask(CoapCode.PUT, [IF_NONE_MATCH, none])).toBe(412);
    expect(await ask(CoapCode.PUT, [IF_MATCH, version('v0')], [IF_MATCH, version('v1')])).toBe(204);
    expect(await ask(CoapCode.PUT, [IF_MATCH, none])).toBe(204);
    forget();
    expect(await ask(CoapCode.PUT, [IF_MATCH, none])).toBe(412);
    expect(await ask(CoapCode.PUT, [IF_NONE_MATCH, none])).toBe(204);
  });

  test('a handler that does not check If-Match and If-None-Match does not run', async () => {
    const { ask } = versioned();
    expect(await ask(CoapCode.DELETE, [IF_MATCH, version('v0')])).toBe(402);
    expect(await ask(CoapCode.DELETE, [IF_NONE_MATCH, none])).toBe(402);
    expect(await ask(CoapCode.GET)).toBe(205);
  });

  test('the empty lists that all requests share are frozen', async () => {
    const { router, client } = setUp();
    router.get('/lists', ({ etags, ifMatch }) => [etags, ifMatch].map((list) => Object.isFrozen(list)));
    expect(textOf(await client.ask(CoapCode.GET, '/lists'))).toBe('[true,true]');
  });

  test.each(['', '123456789'])('an answer with the ETag %j becomes a 500', async (etag) => {
    const { router, client } = setUp();
    router.get('/bad', () => ({ statusCode: 205, etag: version(etag) }));
    expect(summaryOf(await client.ask(CoapCode.GET, '/bad'))[0]).toBe(500);
  });
});
