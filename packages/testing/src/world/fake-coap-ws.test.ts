/** @module A fake device answers requests with arguments and conditions as `@longwire/device` does. */
import { createSession, type RequestOptions } from '@longwire/client';
import { expect, test } from 'vitest';
import { createFakeWorld, type FakeAnswer, type FakeHandler } from '../index.ts';

const ETAG = Uint8Array.of(1, 2);
const text = (words: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 0,
  payload: new TextEncoder().encode(words),
  etag: ETAG,
});

/** Reads a picture; returns the status and the text. */
async function readPicture(
  options: RequestOptions,
  handlers: Readonly<Record<string, FakeHandler | FakeAnswer>>,
  features: readonly string[] = ['coap-ws/1'],
): Promise<readonly [number, string]> {
  const world = await createFakeWorld();
  world.prepare = (device) => {
    device.features = features;
    for (const [name, handler] of Object.entries(handlers)) device.resources.on(name, handler);
  };
  await using session = createSession(world.options);
  const response = await session.request('GET', '/picture', options);
  return [response.statusCode, response.text()];
}

const echoPath: FakeHandler = ({ path }) => text(path);

const WIDE = { query: { width: 640 } };

test('with coap-ws/1 the handler of a path answers it with any arguments', async () => {
  expect(await readPicture(WIDE, { 'GET /picture': echoPath })).toEqual([205, '/picture?width=640']);
});

test('with coap-ws/1 a handler of a path with arguments precedes that of the path', async () => {
  const handlers = { 'GET /picture': text('any'), 'GET /picture?width=640': text('wide') };
  expect(await readPicture(WIDE, handlers)).toEqual([205, 'wide']);
  expect(await readPicture({}, handlers)).toEqual([205, 'any']);
});

test('in JSON the arguments are part of the path', async () => {
  expect(await readPicture(WIDE, { 'GET /picture': text('any') }, [])).toEqual([404, 'Resource not found']);
});

test('with coap-ws/1 a version that the client has is not sent again', async () => {
  const handlers = { 'GET /picture': text('new') };
  expect(await readPicture({ etag: ETAG }, handlers)).toEqual([203, '']);
  expect(await readPicture({ etag: Uint8Array.of(9) }, handlers)).toEqual([205, 'new']);
});

test('with coap-ws/1 a value in another format than the client accepts is a 406', async () => {
  const handlers = { 'GET /picture': text('words') };
  expect(await readPicture({ accept: 60 }, handlers)).toEqual([406, 'Not acceptable']);
  expect(await readPicture({ accept: 0 }, handlers)).toEqual([205, 'words']);
});

test.each([[['coap-ws/1']], [[]]])(
  'what a handler throws is a 500, and on record, with the features %j',
  async (features) => {
    const world = await createFakeWorld();
    const failure = new Error('the sensor is gone');
    world.prepare = (device) => {
      device.features = features;
      device.resources.on('GET /picture', () => {
        throw failure;
      });
    };
    await using session = createSession(world.options);
    const response = await session.request('GET', '/picture');
    expect([response.statusCode, response.text()]).toEqual([500, 'Internal error']);
    expect(world.device.resources.errors).toEqual([failure]);
  },
);

test('a 429 arrives as one', async () => {
  expect(await readPicture({}, { 'GET /picture': { statusCode: 429 } })).toEqual([429, '']);
});

test('a device that offers before the client does takes no extensions', async () => {
  const world = await createFakeWorld();
  world.prepare = (device) => {
    device.features = ['coap-ws/1'];
    device.resources.on('GET /picture', echoPath);
  };
  world.intercept = ({ kind }) => {
    if (kind === 'turnRequest') void world.device.offer();
    return false;
  };
  await using session = createSession(world.options);
  const response = await session.request('GET', '/picture');
  const first = world.device.received.find(({ kind }) => kind === 'description');
  expect(first).toMatchObject({ description: { type: 'answer' }, metadata: { features: expect.anything() } });
  expect(response.text()).toBe('/picture');
  expect(world.device.coapWs).toBeUndefined();
});
