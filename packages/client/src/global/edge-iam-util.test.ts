/** @module User management of existing pages: the requests, the records, and the texts of the errors. */
import { encodeCbor } from '@longwire/protocol/cbor';
import type { FakeAnswer } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import {
  connected,
  createEdgeWebrtcConnection,
  createEdgeWebrtcIamUtil,
  type ConnectedPage,
} from './edge-page.fixture.ts';

const iam = createEdgeWebrtcIamUtil();
const record = { Username: 'ann', Role: 'Guest', DisplayName: 'Ann', Fingerprint: 'ab', Sct: 'token' };

const content = (value: Parameters<typeof encodeCbor>[0]): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 60,
  payload: encodeCbor(value),
});

/** A connection to a device that succeeds with everything except the given answers. */
async function connectedWith(answers: Readonly<Record<string, FakeAnswer>> = {}): Promise<ConnectedPage> {
  const well = {
    'POST /iam/users': { statusCode: 201 },
    'PUT /iam/users/ann/password': { statusCode: 204 },
    'PUT /iam/users/ann/role': { statusCode: 204 },
    'GET /iam/users/ann': content(record),
    'DELETE /iam/users/ann': { statusCode: 202 },
    'GET /iam/roles': content(['Guest', 'Standard']),
    'GET /iam/me': content(record),
  };
  return await connected(({ resources }) => {
    for (const [request, answer] of Object.entries({ ...well, ...answers })) resources.on(request, answer);
  });
}

describe('requests that succeed', () => {
  test('createUser sends name, password and role and returns the record with the password', async () => {
    const { world, connection } = await connectedWith();
    const user = await iam.createUser(connection, 'ann', 'Guest');
    expect(user).toEqual({ ...record, Password: expect.stringMatching(/^[0-9A-Za-z]{16}$/u) });
    expect(world.device.resources.requests).toMatchObject([
      { method: 'POST', path: '/iam/users', contentFormat: 60, payload: encodeCbor({ Username: 'ann' }) },
      { method: 'PUT', path: '/iam/users/ann/password', payload: encodeCbor(user.Password) },
      { method: 'PUT', path: '/iam/users/ann/role', payload: encodeCbor('Guest') },
      { method: 'GET', path: '/iam/users/ann' },
    ]);
  });

  test('createUser uses a given password', async () => {
    const { connection } = await connectedWith();
    expect((await iam.createUser(connection, 'ann', 'Guest', 'of the page')).Password).toBe('of the page');
  });

  test('listIamRoles and getMe return the decoded answers', async () => {
    const { connection } = await connectedWith();
    expect(await iam.listIamRoles(connection)).toEqual(['Guest', 'Standard']);
    expect(await iam.getMe(connection)).toEqual(record);
  });
});

describe('errors of createUser', () => {
  test.each([
    ['POST /iam/users', 409, 'ERR_CREATE_USER', 'Failed to create user with status: 409'],
    [
      'PUT /iam/users/ann/password',
      400,
      'ERR_SET_PASSWORD',
      'Failed to set password for user with status: 400',
    ],
    ['PUT /iam/users/ann/role', 404, 'ERR_SET_ROLE', 'Failed to set role for user with status: 404'],
    ['GET /iam/users/ann', 403, 'ERR_GET_USER', 'Failed to get user with status: 403'],
  ])('%s answered with %i', async (request, statusCode, code, message) => {
    const { world, connection } = await connectedWith({ [request]: { statusCode } });
    const failed = iam.createUser(connection, 'ann', 'Guest');
    await expect(failed).rejects.toMatchObject({ code, message, statusCode });
    const isMade = request !== 'POST /iam/users';
    expect(world.device.resources.requests.some(({ method }) => method === 'DELETE')).toBe(isMade);
  });

  test('the text that the device sends with the error is its diagnostic', async () => {
    const payload = new TextEncoder().encode('Conflict');
    const { connection } = await connectedWith({
      'POST /iam/users': { statusCode: 409, contentFormat: 0, payload },
    });
    await expect(iam.createUser(connection, 'ann', 'Guest')).rejects.toMatchObject({
      message: 'Failed to create user with status: 409',
      diagnostic: 'Conflict',
    });
  });

  test('an empty user record is an error', async () => {
    const { connection } = await connectedWith({ 'GET /iam/users/ann': { statusCode: 205 } });
    await expect(iam.createUser(connection, 'ann', 'Guest')).rejects.toThrow(
      'Failed to get IAM user. Response had no payload',
    );
  });
});

test.each([
  [500, 'Failed to get IAM roles with status: 500'],
  [205, 'Failed to list IAM roles. Response had no payload'],
])('listIamRoles rejects an empty response with status %i', async (statusCode, message) => {
  const { connection } = await connectedWith({ 'GET /iam/roles': { statusCode } });
  await expect(iam.listIamRoles(connection)).rejects.toThrow(message);
});

test.each([
  [404, 'Failed to get own user with status: 404'],
  [205, 'Failed to get IAM user. Response had no payload'],
])('getMe rejects an empty response with status %i', async (statusCode, message) => {
  const { connection } = await connectedWith({ 'GET /iam/me': { statusCode } });
  await expect(iam.getMe(connection)).rejects.toThrow(message);
});

test('every call rejects without a connection', async () => {
  const connection = createEdgeWebrtcConnection();
  await expect(iam.getMe(connection)).rejects.toThrow('Not Connected');
  await expect(iam.listIamRoles(connection)).rejects.toThrow('Not Connected');
  await expect(iam.createUser(connection, 'ann', 'Guest')).rejects.toThrow('Not Connected');
});

test.each([null, undefined, 5])(
  'createUser with a name that is not a string (%s) sends nothing',
  async (name) => {
    const { world, connection } = await connectedWith();
    const createUser: typeof iam.createUser = (...asked) => iam.createUser(...asked);
    const failed: unknown = Reflect.apply(createUser, undefined, [connection, name, 'Guest']);
    await expect(failed).rejects.toMatchObject({
      code: 'ERR_USERNAME',
      message: expect.stringContaining('user name is not a text'),
    });
    expect(world.device.resources.requests).toEqual([]);
  },
);
