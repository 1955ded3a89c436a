/** @module Observing: each change is sent once, only the newest, and only to those who still have the right (RFC 7641). */
import {
  CoapCode,
  CoapOptionNumber,
  optionOf,
  pathOptions,
  uintOf,
  uintOption,
  type User,
} from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { HandlerError } from '../handler-error.ts';
import { Router } from '../router.ts';
import { BinaryClient, summaryOf } from './binary-client.fixture.ts';
import { DEFAULT_MAX_OPEN_REQUESTS } from './binary-channel.ts';
import { MAX_OBSERVATIONS } from './session-shares.ts';

const { OBSERVE } = CoapOptionNumber;
const REGISTER = uintOption(OBSERVE, 0);
const DEREGISTER = uintOption(OBSERVE, 1);
const TOKEN = Uint8Array.of(1);
const anna: User = {
  Username: 'anna',
  Role: 'Standard',
  Fingerprints: [],
  NotificationCategories: [],
  AccessEndsAt: null,
};

/** An observable value and a client; the handler answers synchronously unless it is held. */
function setUp() {
  const rights = { isAllowed: true, user: undefined as User | undefined };
  const router = new Router({ guard: { userOf: () => rights.user, isAllowed: () => rights.isAllowed } });
  const state = { value: 'a', asked: 0, hold: undefined as Promise<void> | undefined };
  const resource = router.addObservable('/value', async () => {
    state.asked += 1;
    const { value, hold } = state;
    await hold;
    return value;
  });
  const client = new BinaryClient({ router });
  const set = (value: string): void => {
    state.value = value;
    resource.notify();
  };
  const observe = (token = TOKEN) => client.ask(CoapCode.GET, '/value', { token, options: [REGISTER] });
  /** Resolves when all work under way is done. */
  const settle = () => client.ask(CoapCode.GET, '/value');
  return { router, rights, state, resource, client, set, observe, settle };
}

/** A promise that waits for `release`. */
function held(state: { hold: Promise<void> | undefined }): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  return () => {
    state.hold = undefined;
    resolve();
  };
}

test('an observer gets the first answer and each change, numbered, until it deregisters', async () => {
  const { client, set, observe, settle, resource } = setUp();
  expect(summaryOf(await observe())).toEqual([205, 'a']);
  for (const value of ['b', 'c']) {
    set(value);
    await client.until(() => client.textsTo(TOKEN).at(-1) === value);
  }
  const numbers = client.answersTo(TOKEN).map(({ options }) => optionOf(options, OBSERVE));
  expect(numbers.map((number) => number && uintOf(number))).toEqual([0, 1, 2]);
  const last = await client.ask(CoapCode.GET, '/value', { token: TOKEN, options: [DEREGISTER] });
  expect([summaryOf(last), optionOf(last.options, OBSERVE)]).toEqual([[205, 'c'], undefined]);
  set('d');
  await settle();
  expect(client.textsTo(TOKEN)).toEqual(['a', 'b', 'c', 'c']);
  expect(resource.observerCount).toBe(0);
});

test('a resource that cannot be observed answers once', async () => {
  const { router, client } = setUp();
  router.get('/plain', () => 'plain');
  const answer = await client.ask(CoapCode.GET, '/plain', { options: [REGISTER] });
  expect([summaryOf(answer), optionOf(answer.options, OBSERVE)]).toEqual([[205, 'plain'], undefined]);
});

test('a change while the handler runs for the first answer is not missed', async () => {
  const { state, client, set, observe } = setUp();
  const letGo = held(state);
  const first = observe();
  set('b');
  letGo();
  expect(summaryOf(await first)).toEqual([205, 'a']);
  await client.until(() => client.textsTo(TOKEN).at(-1) === 'b');
});

test('many changes while the handler runs cause one more run, for the newest', async () => {
  const { state, client, set, observe } = setUp();
  await observe();
  const letGo = held(state);
  for (const value of ['b', 'c', 'd', 'e']) set(value);
  letGo();
  await client.until(() => client.textsTo(TOKEN).at(-1) === 'e');
  expect([client.textsTo(TOKEN), state.asked]).toEqual([['a', 'b', 'e'], 3]);
});

test('a client that does not read gets nothing until it reads, and then only the newest', async () => {
  const { client, set, observe, settle } = setUp();
  await observe();
  client.bufferedBytes = 1_000_000;
  for (const value of ['b', 'c', 'd']) set(value);
  await settle();
  expect(client.textsTo(TOKEN)).toEqual(['a']);
  client.bufferedBytes = 0;
  client.channel.handleDrained();
  await settle();
  expect(client.textsTo(TOKEN)).toEqual(['a', 'd']);
});

test('a change with parameters is sent only to observers of matching paths', async () => {
  const { router, client, settle } = setUp();
  const asked: string[] = [];
  const rooms = router.addObservable('/rooms/:room/:part', ({ params }) => {
    asked.push(`${params['room']}/${params['part']}`);
    return 'x';
  });
  for (const [index, path] of ['/rooms/1/light', '/rooms/1/door', '/rooms/2/light'].entries())
    await client.ask(CoapCode.GET, path, { token: Uint8Array.of(10 + index), options: [REGISTER] });
  asked.length = 0;
  rooms.notify({ room: '1' });
  rooms.notify({ room: '1', part: 'door' });
  rooms.notify({ room: '3' });
  await settle();
  expect(asked).toEqual(['1/light', '1/door', '1/door']);
});

describe('rights of observers', () => {
  test('that are missing at a change end the observation with 4.03', async () => {
    const { rights, client, set, observe, resource, settle } = setUp();
    await observe();
    rights.isAllowed = false;
    set('secret');
    await client.until(() => client.answersTo(TOKEN).length === 2);
    const [, last] = client.answersTo(TOKEN);
    expect([last && summaryOf(last), last && optionOf(last.options, OBSERVE)]).toEqual([
      [403, 'Access Denied'],
      undefined,
    ]);
    expect(resource.observerCount).toBe(0);
    rights.isAllowed = true;
    set('more');
    await settle();
    expect(client.answersTo(TOKEN)).toHaveLength(2);
  });

  test('that are withdrawn end the observation with 4.03 without any change', async () => {
    const { rights, client, observe, resource } = setUp();
    await observe();
    rights.isAllowed = false;
    client.channel.recheck();
    await client.until(() => client.answersTo(TOKEN).length === 2);
    expect(client.textsTo(TOKEN)).toEqual(['a', 'Access Denied']);
    expect(resource.observerCount).toBe(0);
  });

  test('that are withdrawn while the handler runs hold its answer back', async () => {
    const { rights, state, client, set, observe } = setUp();
    await observe();
    const letGo = held(state);
    set('secret');
    rights.isAllowed = false;
    client.channel.recheck();
    letGo();
    await client.until(() => client.answersTo(TOKEN).length === 2);
    expect(client.textsTo(TOKEN)).toEqual(['a', 'Access Denied']);
  });

  test.each([
    [
      'that are withdrawn while the handler fails end the observation with one 4.03 and no text of the handler',
      false,
    ],
    ['that are kept after a change leave the handler’s error as it is', true],
  ])('%s', async (_title, isStillAllowed) => {
    const { router, rights, client, settle } = setUp();
    const { promise, reject } = Promise.withResolvers<string>();
    let answers: (() => string | Promise<string>)[] = [() => 'well', () => promise];
    const resource = router.addObservable('/log', () => {
      const [next] = answers;
      answers = answers.slice(1);
      if (next === undefined) throw HandlerError.notAvailable();
      return next();
    });
    await client.ask(CoapCode.GET, '/log', { token: TOKEN, options: [REGISTER] });
    resource.notify();
    rights.isAllowed = isStillAllowed;
    client.channel.recheck();
    reject(new HandlerError(500, 'secret words'));
    await client.until(() => client.answersTo(TOKEN).length === 2);
    resource.notify();
    client.channel.recheck();
    await settle();
    expect(client.answersTo(TOKEN).map(summaryOf)).toEqual([
      [205, 'well'],
      isStillAllowed ? [500, 'secret words'] : [403, 'Access Denied'],
    ]);
    expect(resource.observerCount).toBe(0);
  });

  test('that are kept after a change run no handler and send nothing, whether one is running or not', async () => {
    const { state, client, set, observe, settle } = setUp();
    await observe();
    client.channel.recheck();
    const letGo = held(state);
    set('b');
    client.channel.recheck();
    letGo();
    await client.until(() => client.textsTo(TOKEN).at(-1) === 'b');
    await settle();
    expect([client.textsTo(TOKEN), state.asked]).toEqual([['a', 'b'], 3]);
  });

  test.each<[string, User]>([
    ['another user', { ...anna, Username: 'bob' }],
    ['another role', { ...anna, Role: 'Guest' }],
  ])('of %s send the value again, once', async (_title, next) => {
    const { rights, client, observe, settle } = setUp();
    rights.user = anna;
    client.channel.recheck();
    await observe();
    rights.user = next;
    for (let change = 0; change < 3; change += 1) client.channel.recheck();
    await client.until(() => client.answersTo(TOKEN).length === 2);
    client.channel.recheck();
    await settle();
    expect(client.textsTo(TOKEN)).toEqual(['a', 'a']);
  });

  test('that were missing from the beginning are a 4.03 without an observation', async () => {
    const { rights, observe, resource } = setUp();
    rights.isAllowed = false;
    expect(summaryOf(await observe())).toEqual([403, 'Access Denied']);
    expect(resource.observerCount).toBe(0);
  });
});

test('a failing handler ends the observation', async () => {
  const { router, client, settle } = setUp();
  let isBroken = false;
  const resource = router.addObservable('/broken', () => {
    if (isBroken) throw HandlerError.notAvailable();
    return 'well';
  });
  await client.ask(CoapCode.GET, '/broken', { token: TOKEN, options: [REGISTER] });
  isBroken = true;
  resource.notify();
  resource.notify();
  await settle();
  expect(client.answersTo(TOKEN).map(summaryOf)).toEqual([
    [205, 'well'],
    [503, 'Not available'],
  ]);
  expect(resource.observerCount).toBe(0);
});

test('a second registration with the same token replaces the observation', async () => {
  const { client, observe, set, resource } = setUp();
  await observe();
  await observe();
  expect(resource.observerCount).toBe(1);
  set('b');
  await client.until(() => client.textsTo(TOKEN).at(-1) === 'b');
  expect(client.textsTo(TOKEN)).toEqual(['a', 'a', 'b']);
});

test('beyond the limit of a session, over all channels, a registration is answered once; each that ends makes room', async () => {
  const { router, client, observe, resource } = setUp();
  const other = new BinaryClient({ router, shares: client.shares });
  for (let index = 0; index < MAX_OBSERVATIONS; index += 1) await observe(Uint8Array.of(9, index));
  const ask = () => other.ask(CoapCode.GET, '/value', { options: [REGISTER] });
  const above = await ask();
  expect([summaryOf(above), optionOf(above.options, OBSERVE)]).toEqual([[205, 'a'], undefined]);
  await client.ask(CoapCode.GET, '/value', { token: Uint8Array.of(9, 0), options: [DEREGISTER] });
  expect(optionOf((await ask()).options, OBSERVE)).toBeDefined();
  expect(resource.observerCount).toBe(MAX_OBSERVATIONS);
});

test('repeated registrations run no more concurrent handlers than a session may have observations', async () => {
  const { state, client, set, observe, settle } = setUp();
  const letGo = held(state);
  const options = [REGISTER, ...pathOptions('/value')];
  for (let sent = 0; sent < 500; sent += 1) client.send({ code: CoapCode.GET, token: TOKEN, options });
  expect(state.asked).toBeLessThanOrEqual(MAX_OBSERVATIONS + DEFAULT_MAX_OPEN_REQUESTS);
  letGo();
  // All but those that were replaced by another registration; by then every slot was released.
  await client.until(() => client.answersTo(TOKEN).length === 500 - MAX_OBSERVATIONS);
  await settle();
  await observe(Uint8Array.of(2));
  set('b');
  await client.until(() => client.textsTo(Uint8Array.of(2)).at(-1) === 'b');
});

test('an observation whose handler exceeds its time limit counts until the handler ends', async () => {
  const router = new Router({
    guard: { userOf: () => undefined, isAllowed: () => true },
    handlerTimeoutMs: 1,
  });
  const ends: (() => void)[] = [];
  router.addObservable('/slow', () => new Promise((resolve) => ends.push(() => resolve('late'))));
  router.addObservable('/value', () => 'a');
  const client = new BinaryClient({ router });
  const options = [REGISTER];
  const answers = await Promise.all(
    Array.from({ length: MAX_OBSERVATIONS }, () => client.ask(CoapCode.GET, '/slow', { options })),
  );
  expect(new Set(answers.map((answer) => summaryOf(answer)[0]))).toEqual(new Set([504]));
  const isObserved = async () =>
    optionOf((await client.ask(CoapCode.GET, '/value', { options })).options, OBSERVE) !== undefined;
  expect(await isObserved()).toBe(false);
  ends[0]?.();
  await expect.poll(isObserved).toBe(true);
  expect(await isObserved()).toBe(false);
});

test('a handler that exceeds its time limit is not run again by a withdrawn right', async () => {
  const rights = { isAllowed: true };
  const router = new Router({
    guard: { userOf: () => undefined, isAllowed: () => rights.isAllowed },
    handlerTimeoutMs: 1,
  });
  let runs = 0;
  router.addObservable('/slow', () => {
    runs += 1;
    return new Promise(() => undefined);
  });
  const client = new BinaryClient({ router });
  const answer = client.ask(CoapCode.GET, '/slow', { token: TOKEN, options: [REGISTER] });
  rights.isAllowed = false;
  client.channel.recheck();
  rights.isAllowed = true;
  expect(summaryOf(await answer)).toEqual([504, 'Handler timed out']);
  expect(runs).toBe(1);
});

test('a GET with a payload is answered once, since an observation would keep the payload in memory', async () => {
  const { client, resource } = setUp();
  const payload = new Uint8Array(1000);
  const answer = await client.ask(CoapCode.GET, '/value', { options: [REGISTER], payload });
  expect([summaryOf(answer), optionOf(answer.options, OBSERVE)]).toEqual([[205, 'a'], undefined]);
  expect(resource.observerCount).toBe(0);
});

test.each<[string, (client: BinaryClient) => void]>([
  ['the channel closes', ({ channel }) => channel.handleClosed()],
  ['the client releases it', (client) => client.send({ code: CoapCode.RELEASE })],
  ['the client aborts it', (client) => client.send({ code: CoapCode.ABORT })],
  ['the client breaks the rules', ({ channel }) => channel.handleText()],
])('all observations end when %s', async (_, act) => {
  const { router, client, observe, resource, set } = setUp();
  await observe();
  act(client);
  expect(resource.observerCount).toBe(0);
  set('b');
  const next = new BinaryClient({ router, shares: client.shares });
  await next.ask(CoapCode.GET, '/value', { token: TOKEN, options: [REGISTER] });
  expect(client.textsTo(TOKEN)).toEqual(['a']);
});
