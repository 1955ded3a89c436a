/** @module SPEC.md section 8: one test for each message. */
import { createFakeWorld, type FakeAnswer } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import { cborAnswer, connected } from '../fake-world.fixture.ts';

const create = (connection: Connection): Promise<unknown> =>
  connection.iam.createUser({ username: 'ann', role: 'Guest' });

describe('section 8, the socket', () => {
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
  const created = cborAnswer({ Username: 'ann' }, 201);
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
