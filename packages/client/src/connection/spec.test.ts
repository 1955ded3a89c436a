/** @module SPEC.md, table by table: one test for each of its rows. */
import { ContentFormat, decodeCbor, encodeCbor, utf8Decode, type CborValue } from '@longwire/protocol';
import { createFakeWorld, type FakeAnswer, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';

async function connected(): Promise<{ world: FakeWorld; connection: Connection }> {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  return { world, connection };
}

const create = (connection: Connection): Promise<unknown> =>
  connection.iam.createUser({ username: 'ann', role: 'Guest' });

const cbor = (value: CborValue, statusCode = 205): FakeAnswer => ({
  statusCode,
  contentFormat: ContentFormat.cbor,
  payload: encodeCbor(value),
});

describe('section 3, connection options', () => {
  test.each(['signalingServerUrl', 'productId', 'deviceId', 'sct'])('without %s', async (field) => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, [field]: undefined })).toThrow('Missing connection options');
    expect(() => createConnection({ ...options, [field]: '' })).toThrow('Missing connection options');
  });

  test('both sct and jwt', async () => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, jwt: 'a-jwt' })).toThrow(
      expect.objectContaining({ code: 'ERR_MISSING_OPTIONS' }),
    );
  });

  test('an address that is not ws or wss', async () => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, signalingServerUrl: 'ftp://service.example' })).toThrow(
      expect.objectContaining({ code: 'ERR_SIGNALING_URL' }),
    );
  });

  test.each(['connectTimeoutMs', 'requestTimeoutMs'])('%s of no time', async (field) => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, [field]: 0 })).toThrow(field);
  });
});

describe('section 4, states and invalid operations', () => {
  test('not started, connecting, connected, closed', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    const states: string[] = [connection.state];
    const connecting = connection.connect();
    states.push(connection.state);
    await connecting;
    states.push(connection.state);
    await connection.close();
    states.push(connection.state);
    expect(states).toEqual(['idle', 'connecting', 'connected', 'closed']);
  });

  test('connecting twice', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    const first = connection.connect();
    await expect(connection.connect()).rejects.toMatchObject({
      code: 'ERR_INVALID_STATE',
      message: 'Invalid state',
    });
    await first;
    await expect(connection.connect()).rejects.toThrow('Invalid state');
  });

  test('closing when not started', async () => {
    const { options } = await createFakeWorld();
    await expect(createConnection(options).close()).rejects.toMatchObject({
      code: 'ERR_INVALID_STATE',
      message: 'Invalid state',
    });
  });

  test.each<[string, (connection: Connection) => Promise<unknown>]>([
    ['request', (connection) => connection.request('GET', '/x')],
    ['authenticate', (connection) => connection.authenticate({ username: 'a', password: 'b' })],
    ['verifyFingerprint', (connection) => connection.verifyFingerprint('00'.repeat(32))],
    ['iam.getMe', (connection) => connection.iam.getMe()],
    ['iam.listRoles', (connection) => connection.iam.listRoles()],
    ['iam.createUser', (connection) => connection.iam.createUser({ username: 'a', role: 'r' })],
    ['getStats', (connection) => connection.getStats()],
    ['createDataChannel', async (connection) => connection.createDataChannel('x')],
  ])('%s before connected, and after', async (_name, call) => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    const expected = { code: 'ERR_NOT_CONNECTED', message: 'Not Connected' };
    await expect(call(connection)).rejects.toMatchObject(expected);
    const connecting = connection.connect();
    await expect(call(connection)).rejects.toMatchObject(expected);
    await connecting;
    await connection.close();
    await expect(call(connection)).rejects.toMatchObject(expected);
  });
});

describe('section 7, device calls', () => {
  const record = { Username: 'ann', Role: 'Guest' };

  test('creating a user: POST, PUT password, PUT role, GET, with a password of 16 characters', async () => {
    const { world, connection } = await connected();
    const { resources } = world.device;
    resources.on('POST /iam/users', cbor({ Username: 'ann' }, 201));
    resources.on('PUT /iam/users/ann/password', { statusCode: 204 });
    resources.on('PUT /iam/users/ann/role', { statusCode: 204 });
    resources.on('GET /iam/users/ann', cbor(record));
    const user = await connection.iam.createUser({ username: 'ann', role: 'Guest' });
    expect(user).toEqual({ ...record, Password: expect.stringMatching(/^.{16}$/u) });
    const asked = resources.requests.map(({ method, path, contentFormat, payload }) => [
      `${method} ${path}`,
      contentFormat,
      payload && decodeCbor(payload),
    ]);
    expect(asked).toEqual([
      ['POST /iam/users', 60, { Username: 'ann' }],
      ['PUT /iam/users/ann/password', 60, user.Password],
      ['PUT /iam/users/ann/role', 60, 'Guest'],
      ['GET /iam/users/ann', undefined, undefined],
    ]);
  });

  test('a password that is given is the one that is set', async () => {
    const { world, connection } = await connected();
    const { resources } = world.device;
    resources.on('POST /iam/users', cbor({ Username: 'ann' }, 201));
    for (const field of ['password', 'role'])
      resources.on(`PUT /iam/users/ann/${field}`, { statusCode: 204 });
    resources.on('GET /iam/users/ann', cbor(record));
    const user = await connection.iam.createUser({
      username: 'ann',
      role: 'Guest',
      password: 'correct horse',
    });
    expect(user.Password).toBe('correct horse');
  });

  test('GET /iam/roles', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('GET /iam/roles', cbor(['Guest', 'Administrator']));
    expect(await connection.iam.listRoles()).toEqual(['Guest', 'Administrator']);
  });

  test('GET /iam/me', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('GET /iam/me', cbor(record));
    expect(await connection.iam.getMe()).toEqual(record);
  });

  test('POST /webrtc/challenge', async () => {
    const { world, connection } = await connected();
    await connection.verifyFingerprint(world.identity.fingerprint);
    const [request] = world.device.resources.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/webrtc/challenge', contentFormat: 50 });
    expect(JSON.parse(utf8Decode(request?.payload ?? new Uint8Array()))).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/u),
    });
  });

  test('POST /p2p/pwd-auth/1 and 2', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    await connection.authenticate({ username: 'ann', password: 'correct horse' });
    const [first, second] = world.device.resources.requests;
    expect([first?.path, first?.contentFormat]).toEqual(['/p2p/pwd-auth/1', 60]);
    const body = decodeCbor(first?.payload ?? new Uint8Array());
    expect(body).toEqual({ T: expect.any(Uint8Array), Username: 'ann' });
    expect([second?.path, second?.contentFormat, second?.payload?.length]).toEqual([
      '/p2p/pwd-auth/2',
      42,
      32,
    ]);
  });
});

describe('section 8, close codes', () => {
  test.each([
    [1000, 'ERR_DEVICE_CLOSED', 'Connection closed by device'],
    [4001, 'ERR_SIGNALING_DENIED', 'device signaling denied'],
    [4002, 'ERR_TOKEN_REJECTED', 'base station token rejected'],
    [4003, 'ERR_DEVICE_OFFLINE', 'device offline'],
    [4005, 'ERR_UNKNOWN_PRODUCT', 'unknown product id'],
    [4006, 'ERR_UNKNOWN_DEVICE', 'unknown device id'],
    [4007, 'ERR_CONNECTION_TIMEOUT', 'connection timeout'],
    [4010, 'ERR_DEVICE_INTERNAL', 'device internal error'],
    [4999, 'ERR_UNKNOWN', 'Unknown error'],
    [1006, 'ERR_UNKNOWN', 'Unknown error'],
  ])('%i', async (closeCode, code, message) => {
    const expected = { code, message, closeCode };
    const world = await createFakeWorld();
    world.intercept = (_message, socket) => {
      socket.serverClose(closeCode);
      return true;
    };
    await expect(createConnection(world.options).connect()).rejects.toMatchObject(expected);

    const later = await connected();
    const closed: unknown[] = [];
    later.connection.on('close', (error) => closed.push(error));
    later.world.sockets.last.serverClose(closeCode);
    expect(closed).toEqual([expect.objectContaining(expected)]);
  });

  test('Websocket connection error', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const attempt = createConnection(world.options).connect();
    attempt.catch(() => undefined);
    await world.settled();
    world.sockets.last.serverFail();
    await expect(attempt).rejects.toMatchObject({
      code: 'ERR_WEBSOCKET',
      message: 'Websocket connection error',
    });
  });
});

describe('section 8, messages of calls that fail', () => {
  const created = cbor({ Username: 'ann' }, 201);
  test.each<[string, string, Record<string, FakeAnswer>, (connection: Connection) => Promise<unknown>]>([
    [
      'Failed to create user with status 403',
      'ERR_CREATE_USER',
      { 'POST /iam/users': { statusCode: 403 } },
      create,
    ],
    [
      'Failed to set password for user with status 400',
      'ERR_SET_PASSWORD',
      { 'POST /iam/users': created, 'PUT /iam/users/ann/password': { statusCode: 400 } },
      create,
    ],
    [
      'Failed to set role for user with status 404',
      'ERR_SET_ROLE',
      {
        'POST /iam/users': created,
        'PUT /iam/users/ann/password': { statusCode: 204 },
        'PUT /iam/users/ann/role': { statusCode: 404 },
      },
      create,
    ],
    [
      'Failed to get user with status 403',
      'ERR_GET_USER',
      {
        'POST /iam/users': created,
        'PUT /iam/users/ann/password': { statusCode: 204 },
        'PUT /iam/users/ann/role': { statusCode: 204 },
        'GET /iam/users/ann': { statusCode: 403 },
      },
      create,
    ],
    ['Failed to get user with status 404', 'ERR_GET_USER', {}, (connection) => connection.iam.getMe()],
    [
      'Failed to get IAM roles',
      'ERR_GET_ROLES',
      { 'GET /iam/roles': { statusCode: 500 } },
      (connection) => connection.iam.listRoles(),
    ],
    [
      'Failed validate fingerprint with status 404',
      'ERR_VALIDATE_FINGERPRINT',
      { 'POST /webrtc/challenge': { statusCode: 404 } },
      (connection) => connection.verifyFingerprint('00'.repeat(32)),
    ],
    [
      'Invalid username/password',
      'ERR_INVALID_CREDENTIALS',
      { 'POST /p2p/pwd-auth/2': { statusCode: 401 } },
      (connection) => connection.authenticate({ username: 'ann', password: 'wrong' }),
    ],
  ])('%s', async (message, code, answers, call) => {
    const { world, connection } = await connected();
    for (const [resource, answer] of Object.entries(answers)) world.device.resources.on(resource, answer);
    await expect(call(connection)).rejects.toMatchObject({ code, message });
    expect(connection.state).toBe('connected');
  });
});

describe('section 9, content formats', () => {
  test.each([0, 40, 41, 42, 50, 60])('%i goes and comes', async (contentFormat) => {
    const { world, connection } = await connected();
    world.device.resources.on('POST /echo', ({ payload, contentFormat: format = -1 }) => ({
      statusCode: 205,
      contentFormat: format,
      payload: payload ?? new Uint8Array(),
    }));
    const response = await connection.request('POST', '/echo', {
      payload: new Uint8Array([1, 2]),
      contentFormat,
    });
    expect([response.statusCode, response.contentFormat, response.payload]).toEqual([
      205,
      contentFormat,
      new Uint8Array([1, 2]),
    ]);
  });
});

test('section 5: a signaling message of no known shape is ignored and logged', async () => {
  const world = await createFakeWorld();
  const lines: string[] = [];
  const log = (event: string): void => void lines.push(event);
  const logger = { debug: log, info: log, warn: log, error: log };
  const connection = createConnection({ ...world.options, logger });
  await connection.connect();
  const bad: unknown[] = [
    '',
    '{',
    '[]',
    '{}',
    '{"type":99}',
    '{"type":0,"data":7}',
    '{"type":1,"data":"x"}',
    5,
  ];
  for (const frame of bad) world.sockets.last.serverSend(frame);
  await world.settled();
  expect(lines.filter((event) => event === 'signaling.ignored')).toHaveLength(bad.length);
  expect(connection.state).toBe('connected');
});
