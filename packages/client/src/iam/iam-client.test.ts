/** @module Each IAM request: method, path, body, expected status, and what deployed devices answer instead. */
import { checkUsername, utf8Encode, type CborValue, type Method } from '@longwire/protocol';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { describe, expect, test } from 'vitest';
import { makeResponse } from '../request/device-response.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { IamClient } from './iam-calls.ts';
import { createIamClient } from './iam-client.ts';

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly options: RequestOptions;
}

interface Rig {
  readonly iam: IamClient;
  readonly asked: Asked[];
}

interface Answer {
  readonly statusCode: number;
  readonly body?: CborValue | undefined;
  readonly text?: string;
}

function answering({ statusCode, body, text }: Answer): Rig {
  const asked: Asked[] = [];
  const content =
    text === undefined
      ? body === undefined
        ? {}
        : { contentFormat: 60, payload: encodeCbor(body) }
      : { contentFormat: 0, payload: utf8Encode(text) };
  const iam = createIamClient(
    async (method, path, options = {}) => {
      asked.push({ method, path, options });
      return makeResponse({ statusCode, ...content });
    },
    (length) => crypto.getRandomValues(new Uint8Array(length)),
  );
  return { iam, asked };
}

function bodyOf({ options: { payload, contentFormat } }: Asked): unknown {
  if (payload === undefined) return undefined;
  expect(contentFormat).toBe(60);
  return typeof payload === 'string' ? payload : decodeCbor(payload);
}

const FP = 'ab'.repeat(32);
const user = { Username: 'ann', Role: 'Guest' };
const settings = { PasswordOpenPairing: true, PasswordInvitePairing: false, LocalOpenPairing: false };
const pairing = { Modes: ['PasswordInvite'], ProductId: 'pr', DeviceId: 'de' };

type Row = [
  request: string,
  call: (iam: IamClient) => Promise<unknown>,
  sent: CborValue | undefined,
  status: number,
  answer: CborValue | undefined,
  message: string,
];

const rows: readonly Row[] = [
  ['GET /iam/me', (iam) => iam.getMe(), undefined, 205, user, 'Failed to get user'],
  ['GET /iam/users/ann', (iam) => iam.getUser('ann'), undefined, 205, user, 'Failed to get user'],
  ['GET /iam/users', (iam) => iam.listUsers(), undefined, 205, ['ann', 'bob'], 'Failed to list users'],
  ['GET /iam/roles', (iam) => iam.listRoles(), undefined, 205, ['Guest'], 'Failed to get IAM roles'],
  [
    'DELETE /iam/users/ann',
    (iam) => iam.deleteUser('ann'),
    undefined,
    202,
    undefined,
    'Failed to delete user',
  ],
  [
    'PUT /iam/users/ann/username',
    (iam) => iam.setUsername('ann', 'eve'),
    'eve',
    204,
    undefined,
    'Failed to set user name',
  ],
  [
    'PUT /iam/users/ann/display-name',
    (iam) => iam.setDisplayName('ann', 'Ann É'),
    'Ann É',
    204,
    undefined,
    'Failed to set display name',
  ],
  [
    'PUT /iam/users/ann/display-name',
    (iam) => iam.setDisplayName('ann', null),
    null,
    204,
    undefined,
    'Failed to set display name',
  ],
  [
    'PUT /iam/users/ann/password',
    (iam) => iam.setPassword('ann', 'long enough'),
    'long enough',
    204,
    undefined,
    'Failed to set password for user',
  ],
  [
    'PUT /iam/users/ann/password',
    (iam) => iam.setPassword('ann', null),
    null,
    204,
    undefined,
    'Failed to set password for user',
  ],
  [
    'PUT /iam/users/ann/role',
    (iam) => iam.setRole('ann', 'Guest'),
    'Guest',
    204,
    undefined,
    'Failed to set role for user',
  ],
  [
    'PUT /iam/users/ann/access-ends-at',
    (iam) => iam.setAccessEnd('ann', new Date(1_800_000_000_001)),
    1_800_000_001,
    204,
    undefined,
    'Failed to set end of access',
  ],
  [
    'PUT /iam/users/ann/access-ends-at',
    (iam) => iam.setAccessEnd('ann', null),
    null,
    204,
    undefined,
    'Failed to set end of access',
  ],
  [
    'PUT /iam/users/ann/sct',
    (iam) => iam.setSct('ann', 'token'),
    'token',
    204,
    undefined,
    'Failed to set sct',
  ],
  [
    'PUT /iam/users/ann/oauth-subject',
    (iam) => iam.setOauthSubject('ann', null),
    null,
    204,
    undefined,
    'Failed to set OAuth subject',
  ],
  [
    'PUT /iam/users/ann/notification-categories',
    (iam) => iam.setNotificationCategories('ann', ['Alarm']),
    ['Alarm'],
    204,
    undefined,
    'Failed to set notification categories',
  ],
  [
    'PUT /iam/users/ann/fingerprint',
    (iam) => iam.setFingerprint('ann', FP.toUpperCase()),
    FP,
    204,
    undefined,
    'Failed to set fingerprint',
  ],
  [
    `PUT /iam/users/ann/fingerprints/${FP}`,
    (iam) => iam.addFingerprint('ann', FP, { name: 'phone' }),
    { FingerprintName: 'phone' },
    204,
    undefined,
    'Failed to add fingerprint',
  ],
  [
    `PUT /iam/users/ann/fingerprints/${FP}`,
    (iam) => iam.addFingerprint('ann', FP),
    {},
    204,
    undefined,
    'Failed to add fingerprint',
  ],
  [
    `DELETE /iam/users/ann/fingerprints/${FP}`,
    (iam) => iam.removeFingerprint('ann', FP),
    undefined,
    202,
    undefined,
    'Failed to remove fingerprint',
  ],
  ['GET /iam/pairing', (iam) => iam.getPairing(), undefined, 205, pairing, 'Failed to get pairing'],
  [
    'POST /iam/pairing/password-open',
    (iam) => iam.pairPasswordOpen('ann', { fingerprintName: 'phone' }),
    { Username: 'ann', FingerprintName: 'phone' },
    201,
    undefined,
    'Failed to pair by password-open',
  ],
  [
    'POST /iam/pairing/password-invite',
    (iam) => iam.pairPasswordInvite(),
    {},
    201,
    undefined,
    'Failed to pair by password-invite',
  ],
  ['GET /iam/settings', (iam) => iam.getSettings(), undefined, 205, settings, 'Failed to get settings'],
  [
    'PUT /iam/settings/password-open-pairing',
    (iam) => iam.setPairingMode('password-open-pairing', true),
    true,
    204,
    undefined,
    'Failed to change settings',
  ],
  [
    'PUT /iam/device-info/friendly-name',
    (iam) => iam.setFriendlyName('Front door'),
    'Front door',
    204,
    undefined,
    'Failed to change settings',
  ],
  [
    'GET /iam/notification-categories',
    (iam) => iam.listNotificationCategories(),
    undefined,
    205,
    ['Alarm'],
    'Failed to list notification categories',
  ],
];

describe('each request, answered as expected', () => {
  test.each(rows)('%s', async (request, call, sent, statusCode, body) => {
    const { iam, asked } = answering({ statusCode, body });
    expect(await call(iam)).toEqual(body);
    const [first] = asked;
    expect(first && [`${first.method} ${first.path}`, bodyOf(first)]).toEqual([request, sent]);
    expect(asked).toHaveLength(1);
  });
});

describe('each request, refused: the status and the device’s own words are in the error', () => {
  test.each(rows)('%s', async (_request, call, _sent, _status, _body, message) => {
    const { iam } = answering({ statusCode: 403, text: 'Access Denied' });
    await expect(call(iam)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^${message}`, 'u')),
      statusCode: 403,
      diagnostic: 'Access Denied',
    });
  });
});

describe('what deployed devices do', () => {
  test('an empty list of users', async () => {
    expect(await answering({ statusCode: 205 }).iam.listUsers()).toEqual([]);
  });

  test('roles that cannot be encoded', async () => {
    const { iam } = answering({ statusCode: 500, text: 'Encoding error' });
    await expect(iam.listRoles()).rejects.toMatchObject({
      message: 'Failed to get IAM roles',
      statusCode: 500,
    });
  });

  test('a role without the right to pair', async () => {
    const { iam } = answering({ statusCode: 403, text: 'Access Denied' });
    await expect(iam.getPairing()).rejects.toMatchObject({ code: 'ERR_IAM_REQUEST', statusCode: 403 });
  });

  test('a text payload on a 201', async () => {
    const { iam } = answering({ statusCode: 201, text: 'paired' });
    await expect(iam.pairPasswordInvite()).resolves.toBeUndefined();
  });
});

describe('checked before anything is sent', () => {
  test.each<[string, string, (iam: IamClient) => Promise<unknown>]>([
    ['a slash in a name', 'ERR_USERNAME', (iam) => iam.getUser('a/password')],
    ['an empty name', 'ERR_USERNAME', (iam) => iam.deleteUser('')],
    ['upper case', 'ERR_USERNAME', (iam) => iam.setRole('Ann', 'Guest')],
    ['a name of 65', 'ERR_USERNAME', (iam) => iam.createUser({ username: 'a'.repeat(65), role: 'r' })],
    [
      'a name of null, which ends the process of deployed devices',
      'ERR_USERNAME',
      (iam) => iam.createUser({ username: JSON.parse('null'), role: 'r' }),
    ],
    ['a short password', 'ERR_PASSWORD_LENGTH', (iam) => iam.setPassword('ann', 'short')],
    [
      'a short password for a new user',
      'ERR_PASSWORD_LENGTH',
      (iam) => iam.createUser({ username: 'a', role: 'r', password: 'x' }),
    ],
    ['no role', 'ERR_ROLE_NAME', (iam) => iam.createUser({ username: 'a', role: '' })],
    [
      'an end of access that is no date',
      'ERR_END_OF_ACCESS',
      (iam) => iam.setAccessEnd('ann', new Date('soon')),
    ],
    [
      'no date as the end of access of a new user',
      'ERR_END_OF_ACCESS',
      (iam) => iam.createUser({ username: 'a', role: 'r', accessEnd: new Date(Number.NaN) }),
    ],
    ['a long display name', 'ERR_DISPLAY_NAME', (iam) => iam.setDisplayName('ann', 'é'.repeat(33))],
    ['a fingerprint that is none', 'ERR_FINGERPRINT_FORMAT', (iam) => iam.addFingerprint('ann', 'short')],
    ['a name in pairing', 'ERR_USERNAME', (iam) => iam.pairPasswordOpen('a b')],
    [
      'a category of null, which ends the process of deployed devices',
      'ERR_REQUEST_INVALID',
      (iam) => iam.setNotificationCategories('ann', ['Alarm', JSON.parse('null')]),
    ],
    [
      'categories that are no list',
      'ERR_REQUEST_INVALID',
      (iam) => iam.setNotificationCategories('ann', JSON.parse('null')),
    ],
  ])('%s', async (_name, code, call) => {
    const { iam, asked } = answering({ statusCode: 201 });
    await expect(call(iam)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  test('a name of dots goes into the path as it is', async () => {
    const { iam, asked } = answering({ statusCode: 205, body: { Username: '..' } });
    await iam.getUser(checkUsername('..'));
    expect(asked[0]?.path).toBe('/iam/users/..');
  });
});

describe('a user that cannot be made whole is taken back', () => {
  const REMOVAL = 'DELETE /iam/users/ann';
  const ok = { POST: 201, PUT: 204, GET: 205, DELETE: 202 } as const;

  /** Answers well but for one request, which `fail` answers instead. */
  function failingAt(at: string, fail: () => Promise<number>): { iam: IamClient; asked: string[] } {
    const asked: string[] = [];
    const iam = createIamClient(
      async (method, path) => {
        const request = `${method} ${path}`;
        asked.push(request);
        const statusCode = request === at ? await fail() : ok[method];
        if (request === REMOVAL) return await Promise.reject(new Error('not removed either'));
        return makeResponse({ statusCode, contentFormat: 60, payload: encodeCbor(user) });
      },
      (length) => new Uint8Array(length),
    );
    return { iam, asked };
  }

  test.each([
    ['PUT /iam/users/ann/password', 'Failed to set password for user with status 403'],
    ['PUT /iam/users/ann/role', 'Failed to set role for user with status 403'],
    ['GET /iam/users/ann', 'Failed to get user with status 403'],
  ])('%s fails: that is the error, also where the user stays', async (at, message) => {
    const { iam, asked } = failingAt(at, async () => 403);
    await expect(iam.createUser({ username: 'ann', role: 'Guest' })).rejects.toMatchObject({ message });
    expect(asked.slice(-2)).toEqual([at, REMOVAL]);
    expect(asked.filter((request) => request === REMOVAL)).toHaveLength(1);
  });

  test('a user with an end of access has it before a password, and is removed by a device that knows of none', async () => {
    const accessEnd = new Date(1_800_000_000_000);
    const END = 'PUT /iam/users/ann/access-ends-at';
    const whole = failingAt('none', async () => 500);
    await whole.iam.createUser({ username: 'ann', role: 'Guest', accessEnd });
    expect(whole.asked).toEqual([
      'POST /iam/users',
      END,
      'PUT /iam/users/ann/password',
      'PUT /iam/users/ann/role',
      'GET /iam/users/ann',
    ]);
    const { iam, asked } = failingAt(END, async () => 404);
    await expect(iam.createUser({ username: 'ann', role: 'Guest', accessEnd })).rejects.toMatchObject({
      statusCode: 404,
    });
    expect(asked).toEqual(['POST /iam/users', END, REMOVAL]);
  });

  test('a user that was not made is not removed: the name may be of another', async () => {
    const { iam, asked } = failingAt('POST /iam/users', async () => 409);
    await expect(iam.createUser({ username: 'ann', role: 'Guest' })).rejects.toMatchObject({
      message: 'Failed to create user with status 409',
    });
    expect(asked).toEqual(['POST /iam/users']);
  });

  test('aborted in between: the user is removed without the signal, and createUser does not wait for it', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const requests: [string, AbortSignal | undefined][] = [];
    const iam = createIamClient(
      async (method, path, { signal: given } = {}) => {
        requests.push([`${method} ${path}`, given]);
        if (method === 'DELETE') return await new Promise(() => undefined);
        controller.abort();
        if (method === 'PUT') throw new Error('enough');
        return makeResponse({ statusCode: ok[method] });
      },
      (length) => new Uint8Array(length),
    );
    await expect(iam.createUser({ username: 'ann', role: 'Guest' }, { signal })).rejects.toThrow('enough');
    expect(requests.at(-1)).toEqual([REMOVAL, undefined]);
  });
});

test('time limit and signal reach every request', async () => {
  const { signal } = new AbortController();
  const { iam, asked } = answering({ statusCode: 205, body: [] });
  await iam.listUsers({ signal, timeoutMs: 5 });
  expect(asked[0]?.options).toMatchObject({ signal, timeoutMs: 5 });
});

test('a record of the wrong shape is no user', async () => {
  const { iam } = answering({ statusCode: 205, body: { Name: 'ann' } });
  await expect(iam.getMe()).rejects.toMatchObject({ code: 'ERR_IAM_RECORD' });
});
