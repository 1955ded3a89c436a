/** @module Reading the current user and all users: missing and removed users, unreadable records, and concurrency. */
import { EdgeError, StatusError, type User } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { MAX_USERS, readMe, readUsers } from './read-users.ts';

const refusal = (statusCode: number): StatusError => new StatusError('ERR_GET_USER', 'no user', statusCode);

function deviceWith(records: Readonly<Record<string, User | number>>): {
  readonly listUsers: () => Promise<string[]>;
  readonly getUser: (name: string) => Promise<User>;
} {
  return {
    listUsers: async () => await Promise.resolve(Object.keys(records)),
    getUser: async (name) => {
      const record = records[name];
      if (typeof record !== 'object') throw refusal(record ?? 404);
      return await Promise.resolve(record);
    },
  };
}

const ann: User = { Username: 'ann', Role: 'Administrator' };

test('readMe returns undefined without a user and rejects on a refusal', async () => {
  expect(await readMe({ getMe: async () => await Promise.resolve(ann) })).toBe(ann);
  expect(await readMe({ getMe: async () => await Promise.reject(refusal(404)) })).toBeUndefined();
  await expect(readMe({ getMe: async () => await Promise.reject(refusal(403)) })).rejects.toMatchObject({
    statusCode: 403,
  });
});

test('readUsers omits users removed since they were listed', async () => {
  expect(await readUsers(deviceWith({ ann, bob: 404 }))).toEqual([ann]);
});

test('readUsers rejects on an unreadable record unless a substitute is given', async () => {
  const device = deviceWith({ ann, bob: 403 });
  await expect(readUsers(device)).rejects.toMatchObject({ statusCode: 403 });
  expect(await readUsers(device, { otherwise: (Username) => ({ Username }) })).toEqual([
    ann,
    { Username: 'bob' },
  ]);
});

test('eight records are asked for at once, and all are read in the order of the list', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  let open = 0;
  let most = 0;
  const users = await readUsers({
    listUsers: async () => await Promise.resolve(names),
    getUser: async (Username) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return { Username };
    },
  });
  expect(users.map(({ Username }) => Username)).toEqual(names);
  expect(most).toBe(8);
});

/** A device whose records all fail so; and how often one was asked for. */
function failing(fault: EdgeError, count = 20) {
  const asked: string[] = [];
  const names = Array.from({ length: count }, (_, index) => `u${index}`);
  const iam = {
    listUsers: async () => await Promise.resolve(names),
    getUser: async (name: string) => {
      asked.push(name);
      return await Promise.reject<User>(fault);
    },
  };
  return { iam, asked };
}

const otherwise = (Username: string): User => ({ Username });

test.each(['ERR_CONNECTION_CLOSED', 'ERR_REQUEST_TIMEOUT', 'ERR_ABORTED', 'ERR_NAME_FORMAT'] as const)(
  'readUsers ends on %s without a substitute and without further requests',
  async (code) => {
    const { iam, asked } = failing(new EdgeError(code, 'over'));
    await expect(readUsers(iam, { otherwise })).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(8);
  },
);

test.each(['ERR_GET_USER', 'ERR_USERNAME', 'ERR_PAYLOAD_FORMAT', 'ERR_CBOR', 'ERR_IAM_RECORD'] as const)(
  'readUsers asks for a substitute on %s',
  async (code) => {
    const { iam } = failing(new EdgeError(code, 'no record'), 1);
    expect(await readUsers(iam, { otherwise })).toEqual([{ Username: 'u0' }]);
  },
);

test('readUsers does not ask for a substitute after an abort', async () => {
  const { iam } = failing(refusal(403));
  await expect(readUsers(iam, { otherwise, signal: AbortSignal.abort() })).rejects.toMatchObject({
    statusCode: 403,
  });
});

test('of a list longer than anybody has the first names are asked for', async () => {
  const { iam, asked } = failing(refusal(404), MAX_USERS + 1);
  expect(await readUsers(iam)).toEqual([]);
  expect(asked).toHaveLength(MAX_USERS);
});
