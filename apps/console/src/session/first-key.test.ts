/** @module What is compared where nobody was told the key of a device. */

import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { beforeEach, expect, test } from 'vitest';
import { createSession, EdgeError } from '../wire.ts';
import { withFirstKey } from './first-key.ts';
import { quietNetwork } from './session-rig.fixture.ts';

const CHALLENGE = 'POST /webrtc/challenge';

let world: FakeWorld;
let noted: string[];
let loggedIn: number;

/** Opens a session of a device of which this key is known from the first time; answers what it ended with. */
async function open(known: string | undefined, isExpected = false): Promise<string | undefined> {
  const ports = withFirstKey(
    {
      certificate: async () => undefined,
      logIn: async () => void (loggedIn += 1),
    },
    { isExpected: () => isExpected, known: () => known, note: (fingerprint) => noted.push(fingerprint) },
  );
  const session = createSession({ ...world.options, network: quietNetwork, login: ports.logIn });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  session.on('statechange', ({ kind, reason }) => {
    if (kind === 'ready') resolve(undefined);
    else if (reason instanceof EdgeError) resolve(reason.code);
  });
  const outcome = await promise;
  await session.end();
  return outcome;
}

beforeEach(async () => {
  world = await createFakeWorld();
  noted = [];
  loggedIn = 0;
});

test('the key of the first time is kept', async () => {
  expect(await open(undefined)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[world.identity.fingerprint], 1]);
});

test('the same key the next time: it goes on, and nothing is to be kept', async () => {
  expect(await open(world.identity.fingerprint)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[], 1]);
});

test('another key than the first time: no login leaves', async () => {
  expect(await open('ab'.repeat(32))).toBe('ERR_WRONG_DEVICE');
  expect([noted, loggedIn]).toEqual([[], 0]);
});

test('a key that is expected was compared by the session itself', async () => {
  expect(await open('ab'.repeat(32), true)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[], 1]);
});

test('an old device, which shows no key: it goes on', async () => {
  world.prepare = (device) => device.resources.on(CHALLENGE, () => ({ statusCode: 404 }));
  expect(await open(undefined)).toBeUndefined();
  expect([noted, loggedIn]).toEqual([[], 1]);
});

test('a device that showed its key the first time has to show it again', async () => {
  world.prepare = (device) => device.resources.on(CHALLENGE, () => ({ statusCode: 404 }));
  expect(await open(world.identity.fingerprint)).toBe('ERR_VALIDATE_FINGERPRINT');
  expect(loggedIn).toBe(0);
});
