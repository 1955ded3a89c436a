/** @module What callers without types pass: the error names the parameter, and null counts as missing. */
import { COAP_WS_FEATURE } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { createSession } from '../create-session.ts';

/** Calls a method with arguments that its types forbid. */
async function call(target: object, name: string, ...args: readonly unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new TypeError(`${name} is not a method`);
  return await Reflect.apply(method, target, args);
}

const FRAMINGS = [
  ['JSON', []],
  ['binary', [COAP_WS_FEATURE]],
] as const;

describe.each(FRAMINGS)('request, %s framing', (_framing, features) => {
  async function connected(): Promise<{ world: FakeWorld; connection: object }> {
    const world = await createFakeWorld();
    world.prepare = (device) => void (device.features = [...features]);
    const connection = createConnection(world.options);
    await connection.connect();
    return { world, connection };
  }

  test.each([undefined, null, 5, {}])('the path %j is refused by its name', async (path) => {
    const { connection } = await connected();
    await expect(call(connection, 'request', 'GET', path)).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
      message: 'path must start with /',
    });
  });

  test.each([
    ['an ArrayBuffer', new ArrayBuffer(3)],
    ['a DataView', new DataView(new ArrayBuffer(3))],
    ['an object', { on: true }],
    ['a number', 5],
    ['an array of numbers wider than a byte', new Uint16Array([1, 300])],
  ])('%s as payload is refused by its name', async (_name, payload) => {
    const { world, connection } = await connected();
    await expect(call(connection, 'request', 'POST', '/x', { payload })).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
      message: 'payload must be text or bytes',
    });
    expect(world.device.resources.requests).toEqual([]);
  });

  test('options that are null are missing', async () => {
    const { world, connection } = await connected();
    const options = { payload: null, contentFormat: null };
    expect(await call(connection, 'request', 'POST', '/x', options)).toMatchObject({ statusCode: 404 });
    expect(world.device.resources.requests).toMatchObject([{ method: 'POST', path: '/x' }]);
  });
});

test.each([undefined, null, 5])('the fingerprint %j is not one', async (fingerprint) => {
  const world = await createFakeWorld();
  await using connection = createConnection(world.options);
  await connection.connect();
  await expect(call(connection, 'verifyFingerprint', fingerprint)).rejects.toMatchObject({
    code: 'ERR_FINGERPRINT_FORMAT',
  });
});

test('a session refuses the fingerprint null, as URLSearchParams give it, as one of no form', async () => {
  const { options } = await createFakeWorld();
  const create = (): unknown => Reflect.apply(createSession, undefined, [{ ...options, fingerprint: null }]);
  expect(create).toThrow(expect.objectContaining({ code: 'ERR_FINGERPRINT_FORMAT' }));
});

test('a URL object is an address', async () => {
  const world = await createFakeWorld();
  const signalingServerUrl = new URL('wss://service.example/base/');
  const connection = Reflect.apply(createConnection, undefined, [{ ...world.options, signalingServerUrl }]);
  await connection.connect();
  expect(world.sockets.last.url).toBe('wss://service.example/base/signaling/v1');
});
