/** @module SPEC.md sections 3, 4 and 5: one test for each row and rule about options, states and what is ignored. */
import { asTrack, createFakeWorld, FakeTrack } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';

describe('section 3, connection options', () => {
  test.each(['signalingServerUrl', 'productId', 'deviceId', 'sct'])('without %s', async (field) => {
    const { options } = await createFakeWorld();
    const message = `Missing connection options: ${field === 'sct' ? 'sct or jwt' : field}`;
    expect(() => createConnection({ ...options, [field]: undefined })).toThrow(message);
    expect(() => createConnection({ ...options, [field]: '' })).toThrow(message);
  });

  test('without several, each is named', async () => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, productId: '', sct: undefined })).toThrow(
      'Missing connection options: productId,sct or jwt',
    );
  });

  test('both sct and jwt', async () => {
    const { options } = await createFakeWorld();
    expect(() => createConnection({ ...options, jwt: 'a-jwt' })).toThrow(
      expect.objectContaining({
        code: 'ERR_MISSING_OPTIONS',
        message: 'Missing connection options: sct or jwt',
      }),
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
    ['addTrack', async (connection) => connection.addTrack(asTrack(new FakeTrack('audio')), 'x')],
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
