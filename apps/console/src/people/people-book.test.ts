/** @module What a device says about its people, and what stands in the place of what it does not say. */

import { createConnection } from '@longwire/client';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { withPerson, type RememberedPerson } from '../devices/remembered-person.ts';
import { encodeCbor, type CborValue, type Connection, type ConnectionIdentity } from '../wire.ts';
import { withBelievedMe } from './believed-me.ts';
import { PeopleBook, peopleBookOf, type PeopleSession, type PeopleState } from './people-book.ts';
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

function open(): { readonly book: PeopleBook; readonly close: () => void } {
  const session: PeopleSession = {
    state: { kind: 'ready' },
    iam: connection.iam,
    on: (_event, listener) => {
      changed = listener;
      return () => undefined;
    },
  };
  const book = new PeopleBook(session, memory);
  return { book, close: book.subscribe(() => undefined) };
}

/** Resolves when nothing is waited for any more. */
async function read(book: PeopleBook): Promise<PeopleState> {
  await book.refresh();
  return book.snapshot();
}

describe('a device that tells everything', () => {
  test('each part has its value', async () => {
    const { book } = open();
    expect(await read(book)).toMatchObject({
      me: { kind: 'value', value: ANN },
      users: { kind: 'value', value: [ANN, BOB] },
      roles: { kind: 'value', value: ['Guest', 'Administrator'] },
      settings: { kind: 'value', value: SETTINGS },
      pairing: { kind: 'value', value: { Modes: ['PasswordInvite'] } },
    });
  });

  test('who was removed between the list and the record is none of them', async () => {
    answers['/iam/users/bob'] = 404;
    const { book } = open();
    expect((await read(book)).users).toEqual({ kind: 'value', value: [ANN] });
  });

  test('a record that is not for this role leaves the name', async () => {
    answers['/iam/users/bob'] = 403;
    const { book } = open();
    expect((await read(book)).users).toEqual({ kind: 'value', value: [ANN, { Username: 'bob' }] });
  });

  test('whoever comes back finds what was known, while the device is away too', async () => {
    let kind: 'ready' | 'recovering' = 'ready';
    const state = {
      get kind() {
        return kind;
      },
    };
    const session = { state, iam: connection.iam, on: () => () => undefined };
    await read(peopleBookOf(session, memory));
    kind = 'recovering';
    const book = peopleBookOf(session, memory);
    const close = book.subscribe(() => undefined);
    expect(book.snapshot()).toMatchObject({ me: { kind: 'value', value: ANN }, users: { kind: 'value' } });
    close();
    expect(peopleBookOf({ ...session }, memory).snapshot().me.kind).toBe('waiting');
  });

  test('somebody else is logged in while nobody looks: what the one before was told is gone', async () => {
    const { book, close } = open();
    await read(book);
    close();
    changed({});
    expect(book.snapshot().me.kind).toBe('value');
    changed({ login: { username: 'bob' } });
    expect(book.snapshot().me.kind).toBe('waiting');
  });

  test('an invite that is being written stays for whoever comes back, until somebody else is logged in', async () => {
    const { book, close } = open();
    await read(book);
    book.invite.put({ username: 'eve', displayName: 'Eve', role: 'Guest' });
    close();
    changed({});
    changed({ login: { username: 'ann' } });
    expect(book.invite.value).toEqual({ username: 'eve', displayName: 'Eve', role: 'Guest' });
    changed({ login: { username: 'bob' } });
    expect(book.invite.value).toBeUndefined();
  });

  test('somebody else is logged in: everything is read again', async () => {
    const { book, close } = open();
    await read(book);
    answers['/iam/me'] = BOB;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    book.subscribe(() => {
      const { me, users } = book.snapshot();
      if (me.kind === 'value' && me.value?.Username === 'bob' && users.kind === 'value') resolve(undefined);
    });
    changed({ login: { username: 'bob' } });
    await promise;
    expect(book.snapshot().users).toEqual({ kind: 'value', value: [ANN, BOB] });
    close();
  });
});

describe('a device that does not', () => {
  test.each([
    [403, 'denied'],
    [404, 'missing'],
    [500, 'failed'],
  ] as const)('%i is %s, and the rest is there', async (status, problem) => {
    answers['/iam/users'] = status;
    answers['/iam/roles'] = status;
    answers['/iam/settings'] = status;
    const { book } = open();
    const state = await read(book);
    for (const part of [state.users, state.roles, state.settings]) {
      expect(part).toMatchObject({ kind: 'failed', problem: { kind: problem } });
    }
    expect(state.me).toEqual({ kind: 'value', value: ANN });
  });

  test('it knows nobody here: nobody, and no error', async () => {
    answers['/iam/me'] = 404;
    const { book } = open();
    expect((await read(book)).me).toEqual({ kind: 'value', value: undefined });
  });

  test('what was known stays when a later answer fails, and goes when it is denied', async () => {
    const { book } = open();
    await read(book);
    answers['/iam/users'] = 500;
    expect((await read(book)).users).toMatchObject({ kind: 'failed', value: [ANN, BOB] });
    answers['/iam/users'] = 403;
    expect((await read(book)).users).toEqual({ kind: 'failed', problem: { kind: 'denied' } });
  });
});

test.each([
  ['a session that knows who this is', true, { username: 'ann', role: undefined }, ANN],
  ['nothing binds the connection', false, { username: 'ann', role: undefined }, undefined],
  ['the last login failed, and the session knows nobody', true, undefined, undefined],
])('the device’s word on who this is: %s', async (_why, isBound, me, shown) => {
  const { book } = open();
  const state = withBelievedMe(await read(book), { isBound, me });
  expect(state.me).toEqual({ kind: 'value', value: shown });
  expect(state.users).toEqual({ kind: 'value', value: [ANN, BOB] });
});

describe('a device that cannot list its people', () => {
  beforeEach(() => {
    answers['/iam/users'] = undefined;
    answers['/iam/roles'] = 500;
  });

  test('an invited user is remembered and read by name, and one that it does not know is reported as gone', async () => {
    const { book } = open();
    await read(book);
    book.remember({ username: 'bob', role: 'Guest' });
    book.remember({ username: 'eve', role: 'Guest' });
    expect(await read(book)).toMatchObject({ remembered: { kind: 'value', value: [BOB] }, gone: ['eve'] });
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
    expect((await read(book)).gone).toEqual(['eve']);
  });

  test('a user who was removed here is not reported as gone', async () => {
    const { book } = open();
    await read(book);
    book.remember({ username: 'bob', role: 'Guest' });
    answers['/iam/users/bob'] = 404;
    book.forget('bob');
    expect(await read(book)).toMatchObject({ remembered: { kind: 'value', value: [] }, gone: [] });
  });

  test('the remembered role is shown while the record may not be read, and the new one is remembered later', async () => {
    const { book } = open();
    await read(book);
    book.remember({ username: 'bob', role: 'Standard' });
    answers['/iam/users/bob'] = 403;
    expect((await read(book)).remembered).toEqual({
      kind: 'value',
      value: [{ Username: 'bob', Role: 'Standard' }],
    });
    answers['/iam/users/bob'] = BOB;
    await read(book);
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
  });

  test('looking up a known name remembers it, and looking up an unknown one fails with 404', async () => {
    const { book } = open();
    await read(book);
    await book.lookUp('bob');
    expect(kept).toEqual([{ username: 'bob', role: 'Guest' }]);
    answers['/iam/users/bob'] = 404;
    await expect(book.lookUp('bob')).rejects.toMatchObject({ statusCode: 404 });
    expect(kept).toHaveLength(1);
  });

  test('a user who is remembered while the others are read is not reported as gone', async () => {
    const { book } = open();
    await read(book);
    const reading = read(book);
    book.remember({ username: 'bob', role: 'Guest' });
    expect((await reading).gone).toEqual([]);
    expect(kept).toHaveLength(1);
  });

  test('a renamed user is remembered under the new name', async () => {
    const { book } = open();
    await read(book);
    book.remember({ username: 'bob', role: 'Guest' });
    book.rename('bob', 'bobby');
    book.rename('nobody', 'somebody');
    expect(kept).toEqual([{ username: 'bobby', role: 'Guest' }]);
  });

  test('a connection that is lost while users are read forgets none of them', async () => {
    const { book } = open();
    await read(book);
    book.remember({ username: 'bob', role: 'Guest' });
    await connection.close();
    expect(await read(book)).toMatchObject({ remembered: { kind: 'failed' }, gone: [] });
    expect(kept).toHaveLength(1);
  });
});

test('nothing is remembered where the device lists its people', async () => {
  const { book } = open();
  await read(book);
  book.remember({ username: 'bob', role: 'Guest' });
  expect(kept).toEqual([]);
});
