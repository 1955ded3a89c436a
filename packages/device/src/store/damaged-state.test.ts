/** @module State files damaged by disks, power cuts or other versions are read completely or refused. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError, passwordVerifier, utf8Decode, utf8Encode } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInitialState } from '../iam/initial-state.ts';
import { newUser, withUser, type IamState } from '../iam/iam-state.ts';
import { createStateFile, openStateFile } from './state-file.ts';
import { formatState, parseState } from './state-json.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-damaged-'));
  path = join(directory, 'state.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const first = createInitialState({
  username: 'admin',
  password: 'a password',
  sct: 'sct',
  openPairingPassword: 'open password',
});
const state: IamState = withUser(first, {
  ...newUser(first, 'bob', 'sct'),
  role: 'Guest',
  passwordVerifier: passwordVerifier('b password'),
  passwordExpiresAtMs: 1_800_000_000_000,
});
const whole = formatState(state);

/** The parsed state, or the code of the error that refuses it. */
function read(text: string): IamState | string {
  try {
    return parseState(text);
  } catch (error) {
    if (error instanceof EdgeError) return error.code;
    throw error;
  }
}

/** The message that refuses a file. */
function refusal(): string {
  try {
    openStateFile(path, { now: () => new Date(0) });
  } catch (error) {
    if (error instanceof EdgeError && error.code === 'ERR_STORE_READ') return error.message;
    throw error;
  }
  return 'it was opened';
}

describe('a damaged state file', () => {
  test('is refused when cut at any byte but the last line break', () => {
    const bytes = utf8Encode(whole);
    for (let length = 0; length < bytes.length - 1; length += 1)
      expect(read(utf8Decode(bytes.subarray(0, length)))).toBe('ERR_STORE_READ');
    expect(read(whole.slice(0, -1))).toEqual(state);
  });

  test('with any one bit changed is refused, or has the same content', () => {
    const bytes = utf8Encode(whole);
    const outcomes = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      outcomes.add(JSON.stringify(read(utf8Decode(changed))));
    }
    expect([...outcomes].toSorted()).toEqual(['"ERR_STORE_READ"', JSON.stringify(state)].toSorted());
  });

  test('is moved aside, and the message names its new path and a remedy', () => {
    writeFileSync(path, whole.replace('"Guest"', '"Administrator"'));
    const aside = 'state.json.damaged-1970-01-01T00-00-00.000Z';
    expect(refusal()).toBe(
      `state in ${path} is damaged and was moved to ${join(directory, aside)}: restore a backup, or run longwire-device init to start with new users`,
    );
    expect(readdirSync(directory)).toEqual([aside]);
  });

  test('that was edited by hand is read once its checksum is removed', () => {
    const changed = whole.replace('"Guest"', '"Standard"').replace(/,\s*"checksum": "[^"]*"/u, '');
    expect(changed).not.toContain('checksum');
    writeFileSync(path, changed);
    expect(openStateFile(path).state.users[1]?.role).toBe('Standard');
  });
});

describe('a state file of another version', () => {
  test('is refused and not changed if it is newer', () => {
    const text = whole.replace('"version": 1', '"version": 2');
    writeFileSync(path, text);
    expect(refusal()).toBe(
      `state in ${path} was written by a newer longwire-device, and was not changed: run that version, or restore an older backup`,
    );
    expect(readdirSync(directory)).toEqual(['state.json']);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('is read if it is older, without expiring invites, OAuth subjects and a checksum', () => {
    const laterFields = /\s*"(?:passwordExpiresAtMs|oauthEpoch|closesAtMs)": \w+,|,\s*"checksum": "[^"]*"/gu;
    const text = whole.replaceAll(laterFields, '');
    expect(text).not.toMatch(/passwordExpiresAtMs|oauthEpoch|closesAtMs|checksum/u);
    writeFileSync(path, text);
    expect(openStateFile(path).state).toEqual({
      ...state,
      users: state.users.map((user) => ({ ...user, passwordExpiresAtMs: null, oauthEpoch: 0 })),
    });
  });
});

test('the temporary file of a killed writer is not read and blocks nothing', async () => {
  await createStateFile(path, state);
  writeFileSync(`${path}.new`, whole.slice(0, 100));
  const store = openStateFile(path);
  expect(store.state).toEqual(state);
  await store.save({ ...state, friendlyName: 'Gate' });
  expect(readdirSync(directory)).toEqual(['state.json']);
  expect(openStateFile(path).state.friendlyName).toBe('Gate');
});
