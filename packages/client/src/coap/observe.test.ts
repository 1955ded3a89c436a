/** @module Observing a resource, notified by the device or polled; the newest value counts. */
import { EdgeError, silentLogger, utf8Encode } from '@longwire/protocol';
import { asDataChannel, FakeDataChannel, FakeResources, ManualClock } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { errorOf } from '../error-of.fixture.ts';
import { openFakeDevice } from './binary/binary-rig.fixture.ts';
import { DEFAULT_POLL_MS } from './observe-options.ts';
import { Requests } from './requests.ts';

const CLOSED = new EdgeError('ERR_CONNECTION_CLOSED', 'closed');

interface Rig {
  readonly requests: Requests;
  readonly resources: FakeResources;
  readonly clock: ManualClock;
  readonly channel: FakeDataChannel;
  readonly settle: () => Promise<void>;
}

async function openJson(): Promise<Rig> {
  const [channel, device] = [new FakeDataChannel('coap'), new FakeDataChannel('coap')];
  const [clock, resources] = [new ManualClock(), new FakeResources()];
  const requests = new Requests({
    channel: asDataChannel(channel),
    clock,
    logger: silentLogger,
    requestTimeoutMs: 10_000,
    maxMessageBytes: () => 65_536,
    isBinary: () => false,
  });
  FakeDataChannel.pair(channel, device);
  device.addEventListener('message', (event) => {
    const data: unknown = Reflect.get(event, 'data');
    void resources.answer(String(data)).then((text) => text !== undefined && device.send(text));
  });
  await requests.opened(new AbortController().signal);
  return { requests, resources, clock, channel, settle };
}

/** Lets everything happen that is under way. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** Makes a resource answer with its current value. */
function valueAt({ resources }: { resources: FakeResources }, path: string): { set(value: string): void } {
  let value = 'first';
  resources.on(`GET ${path}`, () => ({ statusCode: 205, contentFormat: 0, payload: utf8Encode(value) }));
  return { set: (next) => void (value = next) };
}

describe('observe() reports how the resource is observed:', () => {
  test('by the device, once', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    const resource = valueAt(rig, '/t');
    const reported: string[] = [];
    const values = rig.requests.observe('/t', { onFollowing: (following) => reported.push(following) });
    await values.next();
    const next = values.next();
    resource.set('second');
    await rig.coapWs.notify('/t');
    await next;
    expect(reported).toEqual(['notified']);
  });

  test.each([
    ['a resource without notifications', openFakeDevice],
    ['JSON', openJson],
  ])('%s is polled', async (_name, open) => {
    const rig = await open();
    valueAt(rig, '/t');
    const reported: string[] = [];
    const values = rig.requests.observe('/t', { onFollowing: (following) => reported.push(following) });
    await values.next();
    await settle();
    expect(reported).toEqual(['polled']);
  });

  test('and a throwing listener does not affect the observation', async () => {
    const rig = await openJson();
    valueAt(rig, '/t');
    const onFollowing = vi.fn<() => void>().mockThrow(new Error('a mistake of the page'));
    expect((await rig.requests.observe('/t', { onFollowing }).next()).value?.text()).toBe('first');
  });
});

describe('an observed resource with notifications', () => {
  test('yields its value now, then each change', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    const resource = valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    expect((await values.next()).value?.text()).toBe('first');
    for (const text of ['second', 'third']) {
      const next = values.next();
      resource.set(text);
      await rig.coapWs.notify('/t');
      expect((await next).value?.text()).toBe(text);
    }
    expect(rig.resources.requests).toHaveLength(3);
  });

  test('yields only the newest value to a slow reader', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    const resource = valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    for (const text of ['second', 'third']) {
      resource.set(text);
      await rig.coapWs.notify('/t');
    }
    await rig.settle();
    expect((await values.next()).value?.text()).toBe('third');
  });

  test('is registered with the first next() and deregistered by leaving the loop', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await rig.settle();
    expect(rig.resources.requests).toEqual([]);
    for await (const value of values) {
      expect([value.text(), rig.coapWs.observersOf('/t')]).toEqual(['first', 1]);
      break;
    }
    await rig.settle();
    expect([rig.coapWs.observersOf('/t'), rig.logged]).toEqual([0, []]);
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  test('return() ends a next() that waits', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    const waiting = values.next();
    await values.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('the signal ends it with an error, and deregisters', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    valueAt(rig, '/t');
    const abort = new AbortController();
    const values = rig.requests.observe('/t', { signal: abort.signal });
    await values.next();
    const waiting = errorOf(values.next());
    abort.abort();
    expect(await waiting).toMatchObject({ code: 'ERR_ABORTED' });
    await rig.settle();
    expect(rig.coapWs.observersOf('/t')).toBe(0);
    await expect(rig.requests.observe('/t', { signal: abort.signal }).next()).rejects.toMatchObject({
      code: 'ERR_ABORTED',
    });
  });

  test('the device ends it with an error status, after the value that was not read yet', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    const resource = valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    resource.set('last');
    await rig.coapWs.notify('/t');
    rig.resources.on('GET /t', { statusCode: 403, contentFormat: 0, payload: utf8Encode('Access Denied') });
    await rig.coapWs.notify('/t');
    await rig.settle();
    expect((await values.next()).value?.text()).toBe('last');
    await expect(values.next()).rejects.toMatchObject({
      code: 'ERR_OBSERVATION',
      statusCode: 403,
      diagnostic: 'Access Denied',
    });
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  test('a resource that is not there', async () => {
    const rig = await openFakeDevice();
    await expect(rig.requests.observe('/none').next()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('a value larger than a message', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    const payload = new Uint8Array(20_000).fill(3);
    rig.resources.on('GET /t', { statusCode: 205, payload });
    const { value } = await rig.requests.observe('/t').next();
    expect(value?.payload).toEqual(payload);
  });

  test('a device that never answers', async () => {
    const rig = await openFakeDevice();
    rig.resources.on('GET /t', () => undefined);
    const first = errorOf(rig.requests.observe('/t', { timeoutMs: 50 }).next());
    rig.clock.advance(50);
    expect(await first).toMatchObject({
      code: 'ERR_REQUEST_TIMEOUT',
    });
  });

  test('a resource without notifications is polled', async () => {
    const rig = await openFakeDevice();
    const resource = valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    const next = values.next();
    resource.set('second');
    rig.clock.advance(DEFAULT_POLL_MS);
    expect((await next).value?.text()).toBe('second');
    await values.return?.();
  });

  test('the end of the connection ends it, and leaves nothing', async () => {
    const rig = await openFakeDevice();
    rig.resources.observable.add('/t');
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    const waiting = errorOf(values.next());
    rig.requests.close(CLOSED);
    expect(await waiting).toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    expect([rig.clock.pending, rig.channel.listenerCount]).toEqual([0, 0]);
  });
});

describe('an observed resource of a device without coap-ws/1', () => {
  test('polls every 5 seconds and reports changes', async () => {
    const rig = await openJson();
    const resource = valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    expect((await values.next()).value?.text()).toBe('first');
    const next = values.next();
    rig.clock.advance(4999);
    expect(rig.resources.requests).toHaveLength(1);
    rig.clock.advance(1);
    await rig.settle();
    expect(rig.resources.requests).toHaveLength(2);
    resource.set('second');
    rig.clock.advance(5000);
    expect((await next).value?.text()).toBe('second');
    await values.return?.();
    rig.clock.advance(10_000);
    expect(rig.clock.pending).toBe(0);
  });

  test.each<[string, object]>([
    ['status', { statusCode: 201, contentFormat: 0, payload: utf8Encode('first') }],
    ['format', { statusCode: 205, contentFormat: 60, payload: utf8Encode('first') }],
    ['payload', { statusCode: 205, contentFormat: 0, payload: utf8Encode('secnd') }],
    ['no payload', { statusCode: 205 }],
  ])('reports a change of %s', async (_name, answer) => {
    const rig = await openJson();
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t', { pollMs: 10 });
    await values.next();
    rig.resources.on('GET /t', { statusCode: 205, ...answer });
    const next = values.next();
    rig.clock.advance(10);
    expect((await next).value).toMatchObject(answer);
    await values.return?.();
  });

  test('an error status ends it', async () => {
    const rig = await openJson();
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    rig.resources.on('GET /t', { statusCode: 404 });
    const end = errorOf(values.next());
    rig.clock.advance(5000);
    expect(await end).toMatchObject({ code: 'ERR_OBSERVATION', statusCode: 404 });
    rig.clock.advance(10_000);
    expect(rig.clock.pending).toBe(0);
  });

  test('the end of the connection ends it between two questions', async () => {
    const rig = await openJson();
    valueAt(rig, '/t');
    const values = rig.requests.observe('/t');
    await values.next();
    await rig.settle();
    const waiting = errorOf(values.next());
    rig.requests.close(CLOSED);
    expect(await waiting).toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    expect([rig.clock.pending, rig.channel.listenerCount]).toEqual([0, 0]);
  });

  test.each([
    ['a path without a slash', 't', {}],
    ['no interval', '/t', { pollMs: 0 }],
    ['no time', '/t', { timeoutMs: Number.NaN }],
  ])('refused: %s', async (_name, path, options) => {
    const rig = await openJson();
    expect(() => rig.requests.observe(path, options)).toThrow(
      expect.objectContaining({ code: 'ERR_REQUEST_INVALID' }),
    );
  });
});
