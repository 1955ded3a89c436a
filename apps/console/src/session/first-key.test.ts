/** @module The key that is compared if no key was given for the device. */

import { createFakeWorld, proveUnbound, type FakeWorld } from '@longwire/testing';
import { beforeEach, expect, test } from 'vitest';
import { createSession, EdgeError } from '@longwire/client';
import type { KeyProof } from '../devices/kept-key.ts';
import { FirstKey } from './first-key.ts';
import { quietNetwork } from './session-rig.fixture.ts';

const CHALLENGE = 'POST /webrtc/challenge';
const OTHER = { fingerprint: 'ab'.repeat(32), isBound: false };

let world: FakeWorld;
let noted: KeyProof[];
let proved: KeyProof[];
let loggedIn: number;

/** Opens a session with this stored key of the first connection; returns the code of the error that ended it. */
async function open(
  stored: KeyProof | undefined,
  { isExpected = false, isBound = true } = {},
): Promise<string | undefined> {
  const firstKey = new FirstKey({
    isExpected: () => isExpected,
    stored: () => stored,
    note: (shown) => noted.push(shown),
    noteProof: (proof) => proved.push(proof),
  });
  const { logIn } = firstKey.before({
    certificate: async () => undefined,
    logIn: async () => void (loggedIn += 1),
  });
  const session = createSession({ ...world.options, network: quietNetwork, login: logIn });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  session.on('statechange', ({ kind, reason }) => {
    if (kind === 'ready') resolve(undefined);
    else if (reason instanceof EdgeError) resolve(reason.code);
  });
  const outcome = await promise;
  if (isBound && session.connection !== undefined) firstKey.handleBound(session.connection);
  await session.end();
  return outcome;
}

beforeEach(async () => {
  world = await createFakeWorld();
  [noted, proved, loggedIn] = [[], [], 0];
});

test('the key of the first connection is stored once a login has bound the connection', async () => {
  const { fingerprint } = world.identity;
  expect(await open(undefined)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[{ fingerprint, isBound: true }], 1]);
});

test('a key that may be an impostor’s is not stored', async () => {
  expect(await open(undefined, { isBound: false })).toBeUndefined();
  expect(noted).toEqual([]);
});

test('a device with the same key as at the first connection is accepted', async () => {
  const { fingerprint } = world.identity;
  expect(await open({ fingerprint, isBound: false })).toBeUndefined();
  expect([noted, proved, loggedIn]).toEqual([[], [{ fingerprint, isBound: true }], 1]);
});

test('a device with another key than at the first connection gets no login', async () => {
  expect(await open(OTHER)).toBe('ERR_WRONG_DEVICE');
  expect([noted, proved, loggedIn]).toEqual([[], [], 0]);
});

test('an unbound proof is rejected from a device that has given a bound one', async () => {
  world.prepare = proveUnbound;
  expect(await open({ fingerprint: world.identity.fingerprint, isBound: true })).toBe('ERR_DEVICE_UNBOUND');
  expect([noted, proved, loggedIn]).toEqual([[], [], 0]);
});

test('a given key is left to the session to compare', async () => {
  expect(await open(OTHER, { isExpected: true })).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[], 1]);
});

test('an old device that presents no key is accepted', async () => {
  world.prepare = (device) => device.resources.on(CHALLENGE, () => ({ statusCode: 404 }));
  expect(await open(undefined)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[], 1]);
});

test('a device that presented a key at the first connection and presents none now is rejected', async () => {
  world.prepare = (device) => device.resources.on(CHALLENGE, () => ({ statusCode: 404 }));
  expect(await open({ fingerprint: world.identity.fingerprint, isBound: true })).toBe(
    'ERR_VALIDATE_FINGERPRINT',
  );
  expect(loggedIn).toBe(0);
});
