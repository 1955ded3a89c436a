/** @module The state in a file: written, read back, and refused when damaged. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError, passwordVerifier } from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint } from '../coap/resource-harness.fixture.ts';
import { createFirstState } from '../iam/first-state.ts';
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
  createFirstState({
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

test('what was saved is read back, by its owner alone', async () => {
  await createStateFile(path, EMPTY_IAM_STATE);
  const store = openStateFile(path);
  await store.save(state);
  expect(store.state).toBe(state);
  expect(openStateFile(path).state).toEqual(state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['state.json']);
});

test('a file that others could read is closed to them', async () => {
  await createStateFile(path, state);
  chmodSync(path, 0o644);
  openStateFile(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('no password of a user is kept', async () => {
  await createStateFile(path, state);
  expect(readFileSync(path, 'utf8')).not.toMatch(/a password|b password/u);
});

test('saves made at once are kept in order', async () => {
  await createStateFile(path, EMPTY_IAM_STATE);
  const store = openStateFile(path);
  const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
  await Promise.all(names.map((friendlyName) => store.save({ ...state, friendlyName })));
  expect(openStateFile(path).state.friendlyName).toBe('name 19');
});

test('a first state never replaces one that is there', async () => {
  await createStateFile(path, state);
  await expect(createStateFile(path, EMPTY_IAM_STATE)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
  expect(openStateFile(path).state).toEqual(state);
});

test('without a state there is no device', () => {
  expect(codeOf(() => openStateFile(path))).toBe('ERR_STORE_READ');
  expect(readdirSync(directory)).toEqual([]);
});

describe('a damaged file is set aside, and nothing takes its place', () => {
  const whole = formatState(state);
  test.each([
    ['empty', ''],
    ['cut', whole.slice(0, -20)],
    ['zeros', '\0'.repeat(whole.length)],
    ['not an object', '[]'],
    ['without users', whole.replace('"users"', '"user"')],
    ['of a version that never was', whole.replace('"version": 1', '"version": 0')],
    ['with a verifier that is none', whole.replace(passwordVerifier('b password'), '0'.repeat(64))],
    ['with two users of one name', whole.replace('"bob"', '"admin"')],
    ['with a user name that is none', whole.replace('"bob"', '"../bob"')],
  ])('%s', (_, text) => {
    writeFileSync(path, text);
    expect(codeOf(() => openStateFile(path, { now: () => new Date(0) }))).toBe('ERR_STORE_READ');
    const aside = 'state.json.damaged-1970-01-01T00-00-00.000Z';
    expect(readdirSync(directory)).toEqual([aside]);
    expect(readFileSync(join(directory, aside), 'utf8')).toBe(text);
    expect(codeOf(() => openStateFile(path))).toBe('ERR_STORE_READ');
  });

  test('any text is a state or a typed error that does not quote it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const code = codeOf(() => parseState(text));
        expect(code).toMatch(/^ERR_/u);
      }),
    );
  });

  test('any one field replaced by any value is a state or a typed error', () => {
    const fields = fc.constantFrom(...Object.keys(state));
    fc.assert(
      fc.property(fields, fc.jsonValue(), (field, value) => {
        const text = JSON.stringify({ version: 1, ...state, [field]: value });
        expect(codeOf(() => parseState(text)) ?? 'ERR_').toMatch(/^ERR_/u);
      }),
    );
  });
});

test('a change that cannot be written is not answered with success, and is not in force', async () => {
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
