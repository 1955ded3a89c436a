/** @module The state in a file: written, read, and refused when damaged. */
import {
  mkdirSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError, passwordVerifier } from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint } from '../coap/resource-harness.fixture.ts';
import { createInitialState } from '../iam/initial-state.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from '../iam/iam-state.ts';
import { createStateFile, openStateFile } from './state-file.ts';
import { formatState, parseState } from './state-json.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-state-'));
  path = join(directory, 'state.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const state: IamState = withUser(
  createInitialState({
    username: 'admin',
    password: 'a password',
    sct: null,
    openPairingPassword: 'open password',
  }),
  {
    ...newUser(EMPTY_IAM_STATE, 'bob', 'sct'),
    displayName: 'Bøb 😀',
    role: 'Guest',
    passwordVerifier: passwordVerifier('b password'),
    fingerprints: [{ fingerprint: testFingerprint('phone'), name: 'Phone' }],
    notificationCategories: ['Info'],
    oauthSubject: 'subject',
    fcm: { token: 't', projectId: 'p' },
    pushes: [
      {
        endpoint: 'https://push.example/',
        p256dh: 'B',
        auth: 'a',
        sender: 'a-device',
        browser: testFingerprint('phone'),
      },
    ],
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  },
);
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof EdgeError ? error.code : String(error);
  }
  return undefined;
};

test('reads a saved state back from a file that only its owner can read', async () => {
  await createStateFile(path, EMPTY_IAM_STATE);
  const store = openStateFile(path);
  await store.save(state);
  expect(store.state).toBe(state);
  expect(openStateFile(path).state).toEqual(state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['state.json']);
});

test('removes the permissions of others from a file', async () => {
  await createStateFile(path, state);
  chmodSync(path, 0o644);
  openStateFile(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('stores no password of a user', async () => {
  await createStateFile(path, state);
  expect(readFileSync(path, 'utf8')).not.toMatch(/a password|b password/u);
});

test('says why a state cannot be written or read', async () => {
  await createStateFile(path, state);
  const store = openStateFile(path);
  mkdirSync(`${path}.new`);
  await expect(store.save({ ...state, friendlyName: 'Gate' })).rejects.toThrow(
    /^cannot write the state to \S+: EISDIR: /u,
  );
  expect(() => openStateFile(directory)).toThrow(/^no state in \S+: EISDIR: /u);
});

test('refuses a state that could not be read back, and keeps the last one', async () => {
  await createStateFile(path, state);
  const store = openStateFile(path);
  const unreadable = { ...state, openPairing: { ...state.openPairing, closesAtMs: 1.5 } };
  await expect(store.save(unreadable)).rejects.toMatchObject({
    code: 'ERR_STORE_WRITE',
    cause: { message: expect.stringContaining('openPairing.closesAtMs') },
  });
  expect(openStateFile(path).state).toEqual(state);
  await expect(createStateFile(join(directory, 'other.json'), unreadable)).rejects.toMatchObject({
    code: 'ERR_STORE_WRITE',
  });
  expect(readdirSync(directory)).toEqual(['state.json']);
});

test('stores concurrent saves in order', async () => {
  await createStateFile(path, EMPTY_IAM_STATE);
  const store = openStateFile(path);
  const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
  await Promise.all(names.map((friendlyName) => store.save({ ...state, friendlyName })));
  expect(openStateFile(path).state.friendlyName).toBe('name 19');
});

test('never replaces an existing state by an initial one', async () => {
  await createStateFile(path, state);
  await expect(createStateFile(path, EMPTY_IAM_STATE)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
  expect(openStateFile(path).state).toEqual(state);
});

test('refuses to open a missing state', () => {
  expect(codeOf(() => openStateFile(path))).toBe('ERR_STORE_READ');
  expect(readdirSync(directory)).toEqual([]);
});

describe('a damaged file is moved aside and not replaced', () => {
  const whole = formatState(state);
  test.each([
    ['empty', ''],
    ['cut', whole.slice(0, -20)],
    ['zeros', '\0'.repeat(whole.length)],
    ['not an object', '[]'],
    ['without users', whole.replace('"users"', '"user"')],
    ['of an impossible version', whole.replace('"version": 1', '"version": 0')],
    ['with a malformed verifier', whole.replace(passwordVerifier('b password'), '0'.repeat(64))],
    ['with two users of one name', whole.replace('"bob"', '"admin"')],
    ['with a malformed user name', whole.replace('"bob"', '"../bob"')],
  ])('%s', (_, text) => {
    writeFileSync(path, text);
    expect(codeOf(() => openStateFile(path, { now: () => new Date(0) }))).toBe('ERR_STORE_READ');
    const aside = 'state.json.damaged-1970-01-01T00-00-00.000Z';
    expect(readdirSync(directory)).toEqual([aside]);
    expect(readFileSync(join(directory, aside), 'utf8')).toBe(text);
    expect(codeOf(() => openStateFile(path))).toBe('ERR_STORE_READ');
  });

  test('parses any text to a state or a typed error that does not quote it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const code = codeOf(() => parseState(text));
        expect(code).toMatch(/^ERR_/u);
      }),
    );
  });

  test('parses a state with any one field replaced, or throws a typed error', () => {
    const fields = fc.constantFrom(...Object.keys(state));
    fc.assert(
      fc.property(fields, fc.jsonValue(), (field, value) => {
        const text = JSON.stringify({ version: 1, ...state, [field]: value });
        expect(codeOf(() => parseState(text)) ?? 'ERR_').toMatch(/^ERR_/u);
      }),
    );
  });
});

test('a change that cannot be written is not answered with success and has no effect', async () => {
  await createStateFile(path, state);
  const store = openStateFile(path);
  const harness = new ResourceHarness({ store });
  const admin = harness.connect('laptop');
  await admin.login('admin', 'a password');
  const before = store.state;
  await mkdir(`${path}.new`);
  expect((await admin.request('PUT', '/iam/users/bob/role', { cbor: 'Administrator' })).statusCode).toBe(500);
  expect(store.state.users.find(({ username }) => username === 'bob')?.role).toBe('Guest');
  expect(openStateFile(path).state).toEqual(before);
  await rm(`${path}.new`, { recursive: true });
  expect((await admin.request('PUT', '/iam/users/bob/role', { cbor: 'Standard' })).statusCode).toBe(204);
  expect(openStateFile(path).state.users.find(({ username }) => username === 'bob')?.role).toBe('Standard');
});
