/** @module What a device reports about its people, and what replaces the parts that it does not report. */

import { ALWAYS } from './access-end.ts';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { createConnection, type CborValue, type Connection, type ConnectionIdentity } from '@longwire/client';
import { encodeCbor } from '@longwire/protocol/cbor';
import { withPerson, type RememberedPerson } from '../devices/remembered-person.ts';
import {
  withConfirmedUser,
  UserDirectory,
  userDirectoryOf,
  type PeopleSession,
  type PeopleState,
} from './user-directory.ts';
import type { PeopleMemory } from './people-memory.ts';

let world: FakeWorld;
let connection: Connection;
let changed: (identity: ConnectionIdentity) => void;
let answers: Record<string, CborValue | number | undefined>;
let kept: readonly RememberedPerson[];

const memory: PeopleMemory = {
  all: () => kept,
  note: (person) => (kept = withPerson(kept, person)),
  forget: (username) => (kept = kept.filter((person) => person.username !== username)),
};

const ANN = { Username: 'ann', Role: 'Administrator' };
const BOB = { Username: 'bob', Role: 'Guest' };
const SETTINGS = { PasswordOpenPairing: false, PasswordInvitePairing: true, LocalOpenPairing: false };

beforeEach(async () => {
  world = await createFakeWorld();
  kept = [];
  answers = {
    '/iam/me': ANN,
    '/iam/users': ['ann', 'bob'],
    '/iam/users/ann': ANN,
    '/iam/users/bob': BOB,
    '/iam/roles': ['Guest', 'Administrator'],
    '/iam/settings': SETTINGS,
    '/iam/pairing': { Modes: ['PasswordInvite'], ProductId: 'pr', DeviceId: 'de' },
  };
  world.prepare = ({ resources }) => {
    for (const path of Object.keys(answers)) {
      resources.on(`GET ${path}`, () => {
        const answer = answers[path];
        if (answer === undefined) return { statusCode: 205, contentFormat: 60 };
        return typeof answer === 'number'
          ? { statusCode: answer }
          : { statusCode: 205, contentFormat: 60, payload: encodeCbor(answer) };
      });
    }
  };
  connection = createConnection(world.options);
  await connection.connect();
});

function open(): { readonly directory: UserDirectory; readonly close: () => void } {
  const session: PeopleSession = {
    state: { kind: 'ready' },
    iam: connection.iam,
    on: (_event, listener) => {
      changed = listener;
      return () => undefined;
    },
  };
  const directory = new UserDirectory(session, memory);
  return { directory, close: directory.subscribe(() => undefined) };
}

/** Resolves when no answer is pending any more. */
async function read(directory: UserDirectory): Promise<PeopleState> {
  await directory.refresh();
  return directory.snapshot();
}

describe('the user directory of a device that answers everything', () => {
  test('holds a value for each part', async () => {
    const { directory } = open();
    expect(await read(directory)).toMatchObject({
      me: { kind: 'value', value: ANN },
      users: { kind: 'value', value: [ANN, BOB] },
      roles: { kind: 'value', value: ['Guest', 'Administrator'] },
      settings: { kind: 'value', value: SETTINGS },
      pairing: { kind: 'value', value: { Modes: ['PasswordInvite'] } },
    });
  });

  test('leaves out a user who was removed between the list and the record', async () => {
    answers['/iam/users/bob'] = 404;
    const { directory } = open();
    expect((await read(directory)).users).toEqual({ kind: 'value', value: [ANN] });
  });

  test('shows a user by name alone if the role may not read the record', async () => {
    answers['/iam/users/bob'] = 403;
    const { directory } = open();
    expect((await read(directory)).users).toEqual({ kind: 'value', value: [ANN, { Username: 'bob' }] });
  });

  test('keeps its contents for a person who comes back, also while the device is away', async () => {
    let kind: 'ready' | 'recovering' = 'ready';
    const state = {
      get kind() {
        return kind;
      },
    };
    const session = { state, iam: connection.iam, on: () => () => undefined };
    await read(userDirectoryOf(session, memory));
    kind = 'recovering';
    const directory = userDirectoryOf(session, memory);
    const close = directory.subscribe(() => undefined);
    expect(directory.snapshot()).toMatchObject({
      me: { kind: 'value', value: ANN },
      users: { kind: 'value' },
    });
    close();
    expect(userDirectoryOf({ ...session }, memory).snapshot().me.kind).toBe('waiting');
  });

  test('drops the answers for the previous user if another one logs in while it is not shown', async () => {
    const { directory, close } = open();
    await read(directory);
    close();
    changed({});
    expect(directory.snapshot().me.kind).toBe('value');
    changed({ login: { username: 'bob' } });
    expect(directory.snapshot().me.kind).toBe('waiting');
  });

  test('keeps the draft of an invite until another user logs in', async () => {
    const { directory, close } = open();
    await read(directory);
    const draft = { name: 'Eve', role: 'Guest', access: ALWAYS };
    directory.invite.put(draft);
    close();
    changed({});
    changed({ login: { username: 'ann' } });
    expect(directory.invite.value).toEqual(draft);
    changed({ login: { username: 'bob' } });
    expect(directory.invite.value).toBeUndefined();
  });

  test('reads everything again after another user logs in', async () => {
    const { directory, close } = open();
    await read(directory);
    answers['/iam/me'] = BOB;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    directory.subscribe(() => {
      const { me, users } = directory.snapshot();
      if (me.kind === 'value' && me.value?.Username === 'bob' && users.kind === 'value') resolve(undefined);
    });
    changed({ login: { username: 'bob' } });
    await promise;
    expect(directory.snapshot().users).toEqual({ kind: 'value', value: [ANN, BOB] });
    close();
  });
});

describe('the user directory of a device that leaves questions open', () => {
  test.each([
    [403, 'denied'],
    [404, 'missing'],
    [500, 'failed'],
  ] as const)('reports status %i as %s, and still reads the other parts', async (status, problem) => {
    answers['/iam/users'] = status;
    answers['/iam/roles'] = status;
    answers['/iam/settings'] = status;
    const { directory } = open();
    const state = await read(directory);
    for (const part of [state.users, state.roles, state.settings]) {
      expect(part).toMatchObject({ kind: 'failed', error: { kind: problem } });
    }
    expect(state.me).toEqual({ kind: 'value', value: ANN });
  });

  test('has no user, and no error, if the device recognizes no user', async () => {
    answers['/iam/me'] = 404;
    const { directory } = open();
    expect((await read(directory)).me).toEqual({ kind: 'value', value: undefined });
  });

  test('keeps earlier answers when a later one fails, and drops them when access is denied', async () => {
    const { directory } = open();
    await read(directory);
    answers['/iam/users'] = 500;
    expect((await read(directory)).users).toMatchObject({ kind: 'failed', value: [ANN, BOB] });
    answers['/iam/users'] = 403;
    expect((await read(directory)).users).toEqual({ kind: 'failed', error: { kind: 'denied' } });
  });
});

test.each([
  ['shown over a bound connection with a user', true, { username: 'ann', role: undefined }, ANN],
  ['hidden over an unbound connection', false, { username: 'ann', role: undefined }, undefined],
  ['hidden after a failed login', true, undefined, undefined],
])('the device’s statement about the user is %s', async (_why, isBound, me, shown) => {
  const { directory } = open();
  const state = withConfirmedUser(await read(directory), { isBound, me });
  expect(state.me).toEqual({ kind: 'value', value: shown });
  expect(state.users).toEqual({ kind: 'value', value: [ANN, BOB] });
});

describe('the user directory of a device that cannot list its people', () => {
  beforeEach(() => {
    answers['/iam/users'] = undefined;
    answers['/iam/roles'] = 500;
  });

  test('remembers an invited user, reads them by name, and reports an unknown one as gone', async () => {
    const { directory } = open();
    await read(directory);
    directory.remember({ username: 'bob', role: 'Guest' });
    directory.remember({ username: 'eve', role: 'Guest' });
    expect(await read(directory)).toMatchObject({
      remembered: { kind: 'value', value: [BOB] },
      gone: ['eve'],
    });
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
    expect((await read(directory)).gone).toEqual(['eve']);
  });

  test('does not report a user as gone who was removed here', async () => {
    const { directory } = open();
    await read(directory);
    directory.remember({ username: 'bob', role: 'Guest' });
    answers['/iam/users/bob'] = 404;
    directory.forget('bob');
    expect(await read(directory)).toMatchObject({ remembered: { kind: 'value', value: [] }, gone: [] });
  });

  test('shows the remembered role while the record may not be read, and remembers the new one later', async () => {
    const { directory } = open();
    await read(directory);
    directory.remember({ username: 'bob', role: 'Standard' });
    answers['/iam/users/bob'] = 403;
    expect((await read(directory)).remembered).toEqual({
      kind: 'value',
      value: [{ Username: 'bob', Role: 'Standard' }],
    });
    answers['/iam/users/bob'] = BOB;
    await read(directory);
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
  });

  test('remembers a user who was looked up, and fails with 404 for an unknown name', async () => {
    const { directory } = open();
    await read(directory);
    await directory.lookUp('bob');
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
    answers['/iam/users/bob'] = 404;
    await expect(directory.lookUp('bob')).rejects.toMatchObject({ statusCode: 404 });
    expect(kept).toHaveLength(1);
  });

  test('does not report a user as gone who is remembered while the others are read', async () => {
    const { directory } = open();
    await read(directory);
    const reading = read(directory);
    directory.remember({ username: 'bob', role: 'Guest' });
    expect((await reading).gone).toEqual([]);
    expect(kept).toHaveLength(1);
  });

  test('remembers a renamed user under the new name', async () => {
    const { directory } = open();
    await read(directory);
    directory.remember({ username: 'bob', role: 'Guest' });
    directory.rename('bob', 'bobby');
    directory.rename('unknown', 'other');
    expect(kept).toEqual([{ username: 'bobby', role: 'Guest' }]);
  });

  test('forgets no user when the connection is lost while users are read', async () => {
    const { directory } = open();
    await read(directory);
    directory.remember({ username: 'bob', role: 'Guest' });
    await connection.close();
    expect(await read(directory)).toMatchObject({ remembered: { kind: 'failed' }, gone: [] });
    expect(kept).toHaveLength(1);
  });
});

test('remembers no user if the device lists its people', async () => {
  const { directory } = open();
  await read(directory);
  directory.remember({ username: 'bob', role: 'Guest' });
  expect(kept).toEqual([]);
});
