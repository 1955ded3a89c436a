/** @module Which requests run, which wait and how long, and which are refused. */
import { CoapCode, encodeRequest, pathOptions } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { anySession, BinaryClient, summaryOf } from './binary/binary-client.fixture.ts';
import { CoapChannel } from './coap-channel.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import { Router } from './router.ts';
import { MAX_WAITING_BYTES, MAX_WAITING_REQUESTS, WaitingShare } from './waiting-share.ts';

function setUp(max = 1) {
  const share = new WaitingShare();
  const requests = new OpenRequests(max, share);
  const given: string[] = [];
  const back: string[] = [];
  const places = new Map<string, OpenRequest>();
  const enter = async (name: string, bytes = 1): Promise<void> => {
    const place = await requests.enter({ bytes, giveBack: () => back.push(name) });
    given.push(place === undefined ? `${name} refused` : name);
    if (place !== undefined) places.set(name, place);
  };
  const answer = async (name: string): Promise<void> => {
    places.get(name)?.handleAnswered();
    await Promise.resolve();
  };
  return { share, requests, given, back, places, enter, answer };
}

test('requests beyond the limit run in the order in which they came', async () => {
  const { requests, given, back, enter, answer } = setUp(2);
  const entered = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name));
  await Promise.all(entered.slice(0, 2));
  expect(given).toEqual(['a', 'b']);
  await answer('b');
  await entered[2];
  expect([given, back]).toEqual([['a', 'b', 'c'], ['b']]);
  await answer('a');
  await answer('c');
  await Promise.all(entered);
  expect([given, requests.isIdle]).toEqual([['a', 'b', 'c', 'd', 'e'], false]);
  await answer('d');
  await answer('e');
  expect([back, requests.isIdle]).toEqual([['b', 'a', 'c', 'd', 'e'], true]);
});

test('the limit on waiting requests counts all channels that share it', async () => {
  const { share, given, back, enter } = setUp();
  const other = new OpenRequests(1, share);
  await enter('running');
  for (let count = 1; count < MAX_WAITING_REQUESTS; count += 1) void enter(`${count}`);
  await other.enter({ bytes: 1 });
  void other.enter({ bytes: 1 });
  await enter('last');
  expect([given, back]).toEqual([['running', 'last refused'], ['last']]);
  expect(other.enter({ bytes: 1 })).toBeUndefined();
});

test('the limit on waiting bytes is exact, and requests that leave make room', async () => {
  const { given, enter, answer } = setUp();
  await enter('running');
  const large = enter('large', MAX_WAITING_BYTES);
  await enter('more');
  expect(given).toEqual(['running', 'more refused']);
  await answer('running');
  await large;
  const next = enter('next', MAX_WAITING_BYTES);
  await answer('large');
  await next;
  expect(given).toEqual(['running', 'more refused', 'large', 'next']);
});

test('waiting requests are refused once overrunning handlers hold all places', async () => {
  const { given, places, enter, answer } = setUp(2);
  await enter('a');
  await enter('b');
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = enter('c');
  places.get('a')?.handleOverrun(ends[0]?.promise ?? Promise.resolve());
  await answer('a');
  expect(given).toEqual(['a', 'b']);
  places.get('b')?.handleOverrun(ends[1]?.promise ?? Promise.resolve());
  await answer('b');
  await waiting;
  await enter('d');
  expect(given).toEqual(['a', 'b', 'c refused', 'd refused']);
  ends[1]?.resolve();
  await ends[1]?.promise;
  await enter('e');
  expect(given.at(-1)).toBe('e');
});

test('the end of the channel refuses waiting requests and releases what they took', async () => {
  const { share, requests, given, back, enter } = setUp();
  await enter('running');
  const waiting = [enter('a', MAX_WAITING_BYTES - 1), enter('b')];
  requests.close();
  await Promise.all(waiting);
  expect([given, back]).toEqual([
    ['running', 'a refused', 'b refused'],
    ['a', 'b'],
  ]);
  expect(share.take(MAX_WAITING_BYTES)).toBe(true);
});

/** A resource that answers on command and records the order of the requests. */
function slowRouter() {
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => true } });
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  router.put('/slow', (request) => {
    const text = request.text();
    asked.push(text);
    return gate.promise.then(() => text);
  });
  return { router, gate, asked };
}

const names = Array.from({ length: 300 }, (_, index) => `${index}`);

describe('three hundred concurrent requests', () => {
  test('in JSON are all answered, and run in the order of their arrival', async () => {
    const { router, gate, asked } = slowRouter();
    const channel = new CoapChannel({ router, context: { session: anySession } });
    const answers = names.map(async (requestId) =>
      channel.handleMessage(
        encodeRequest({
          requestId,
          method: 'PUT',
          path: '/slow',
          payload: new TextEncoder().encode(requestId),
          contentFormat: 0,
        }),
      ),
    );
    expect(asked).toHaveLength(64);
    gate.resolve();
    const texts = await Promise.all(answers);
    expect(texts.map((text): unknown => JSON.parse(text ?? ''))).toEqual(
      names.map((requestId) => expect.objectContaining({ requestId, statusCode: 205 })),
    );
    expect(asked).toEqual(names);
  });

  test('in binary are all answered, and run in the order of their arrival', async () => {
    const { router, gate, asked } = slowRouter();
    const client = new BinaryClient({ router });
    const answers = names.map((name) =>
      client.ask(CoapCode.PUT, '/slow', { payload: new TextEncoder().encode(name) }),
    );
    expect(asked).toHaveLength(64);
    gate.resolve();
    expect(new Set((await Promise.all(answers)).map((answer) => summaryOf(answer)[0]))).toEqual(
      new Set([205]),
    );
    expect(asked).toEqual(names);
  });
});

describe('a channel that closes', () => {
  test('in JSON drops its waiting requests', async () => {
    const { router, gate, asked } = slowRouter();
    const channel = new CoapChannel({ router, context: { session: anySession }, maxOpenRequests: 1 });
    const ask = (requestId: string) =>
      channel.handleMessage(encodeRequest({ requestId, method: 'PUT', path: '/slow' }));
    const answers = [ask('a'), ask('b')];
    channel.handleClosed();
    gate.resolve();
    expect(JSON.parse((await answers[1]) ?? '')).toMatchObject({ requestId: 'b', statusCode: 503 });
    expect(JSON.parse((await answers[0]) ?? '')).toMatchObject({ requestId: 'a', statusCode: 205 });
    expect(asked).toEqual(['']);
  });

  test('in binary drops its waiting requests', async () => {
    const { router, gate, asked } = slowRouter();
    const client = new BinaryClient({ router, maxOpenRequests: 1 });
    for (let count = 0; count < 2; count += 1)
      client.send({ code: CoapCode.PUT, token: Uint8Array.of(count), options: pathOptions('/slow') });
    client.channel.handleClosed();
    gate.resolve();
    await gate.promise;
    expect([asked, client.shares.takePayload(16 * 1024 * 1024)]).toEqual([[''], true]);
  });

  test('in binary after a release first answers its waiting requests', async () => {
    const { router, gate } = slowRouter();
    const client = new BinaryClient({ router, maxOpenRequests: 1 });
    const answers = [client.ask(CoapCode.PUT, '/slow'), client.ask(CoapCode.PUT, '/slow')];
    client.send({ code: CoapCode.RELEASE });
    gate.resolve();
    expect((await Promise.all(answers)).map((answer) => summaryOf(answer)[0])).toEqual([205, 205]);
    expect(client.isClosed).toBe(true);
  });
});
