/** @module Guessing, replaying and racing at the password login gain nothing. */
import { ContentFormat, hexToBytes, passwordVerifier } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import { newUser, withUser } from '../iam/iam-state.ts';
import type { StateStore } from '../iam/state-store.ts';
import { formatState, parseState } from '../store/state-json.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD, household, round1, round2, stateWith } from './login.fixture.ts';
import { clientPoint, confirmation, type NaiveLogin } from './naive-p256.fixture.ts';
import { SessionIdentity } from './session-identity.ts';

const bytesOf = (w: bigint, length: number): Uint8Array =>
  hexToBytes(w.toString(16).padStart(length * 2, '0'));
/** Plays a login with a chosen w and a chosen encoding of it, whatever the password. */
async function tryW(
  client: HarnessClient,
  username: string,
  w: bigint,
  encodedW: Uint8Array,
): Promise<number> {
  const { clientFingerprint, deviceFingerprint } = client.session;
  const login: NaiveLogin = { w, x: 0x1234567890abcdefn, clientFingerprint, deviceFingerprint };
  const body = { cbor: { T: clientPoint(login), Username: username } };
  const { payload } = await client.request('POST', '/p2p/pwd-auth/1', body);
  return round2(client, confirmation(login, payload, encodedW));
}

const wrong = (client: HarnessClient, username = 'admin'): Promise<number> => client.login(username, 'wrong');

describe('a login in two rounds', () => {
  test.each(['admin', 'no-such-user', 'nopassword', ''])(
    'round 1 as "%s" leaves the user of a logged-in connection unchanged',
    async (username) => {
      const harness = new ResourceHarness({ state: household });
      const client = harness.connect('laptop');
      await client.login('bob', BOB_PASSWORD);
      expect(await round1(client, username)).toBe(201);
      expect(await client.whoAmI()).toBe('bob');
      expect(harness.iam.isAllowed(client.session, 'IAM:ListUsers')).toBe(false);
      expect(await round2(client, new Uint8Array(32))).toBe(401);
      expect(await client.whoAmI()).toBe('bob');
    },
  );

  test('a refused round 1 ends the pending login', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await round1(client, 'bob');
    const bad = {
      bytes: encodeCbor({ T: new Uint8Array(65), Username: 'bob' }),
      contentFormat: ContentFormat.cbor,
    };
    expect((await client.request('POST', '/p2p/pwd-auth/1', bad)).statusCode).toBe(400);
    expect(await round2(client, new Uint8Array(32))).toBe(400);
  });

  test('a login is one immutable value', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await client.login('bob', BOB_PASSWORD);
    expect(Object.isFrozen(client.session.login)).toBe(true);
  });

  test('a confirmation uses the pending login up, right or wrong', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await round1(client, 'bob');
    expect(await round2(client, new Uint8Array(32))).toBe(401);
    expect(await round2(client, new Uint8Array(32))).toBe(400);
    await client.login('bob', BOB_PASSWORD);
    expect(await round2(client, new Uint8Array(32))).toBe(400);
  });
});

describe('the user of a connection', () => {
  test('depends on the certificates of the handshake, which cannot be changed', async () => {
    const state = stateWith({
      username: 'admin',
      role: 'Administrator',
      fingerprints: [{ fingerprint: testFingerprint('the owner'), name: null }],
    });
    const harness = new ResourceHarness({ state });
    expect(await harness.connect('the owner').whoAmI()).toBe('admin');
    const stranger = harness.connect('a stranger');
    expect(await stranger.whoAmI()).toBeUndefined();
    const setters = Object.entries(Object.getOwnPropertyDescriptors(SessionIdentity.prototype)).filter(
      ([name, property]) => 'set' in property && (property.set !== undefined || /fingerprint/iu.test(name)),
    );
    expect(setters).toEqual([]);
  });

  test('is the owner of its certificate, even after a login as another user', async () => {
    const state = stateWith(
      { username: 'owner', fingerprints: [{ fingerprint: testFingerprint('phone'), name: null }] },
      { username: 'bob', passwordVerifier: passwordVerifier(BOB_PASSWORD) },
    );
    const client = new ResourceHarness({ state }).connect('phone');
    expect(await client.login('bob', BOB_PASSWORD)).toBe(201);
    expect(await client.whoAmI()).toBe('owner');
  });
});

describe('users that do not exist', () => {
  const guesses = ['', '\0', '0', 'password', 'undefined', 'null'];
  test.each(['stranger', 'nopassword', '', 'x'.repeat(64), 'Ünknown'])(
    '"%s" cannot be logged in with any password that a wrong w would match',
    async (username) => {
      const harness = new ResourceHarness({ state: household });
      for (const password of guesses) {
        harness.nowMs += 60_000;
        expect(await harness.connect(`browser ${password}`).login(username, password)).toBe(401);
      }
    },
  );

  const emptyHash = BigInt(`0x${passwordVerifier('')}`);
  test.each([
    ['w = 0, encoded as nothing', 0n, new Uint8Array(0)],
    ['w = 0, encoded as one byte', 0n, new Uint8Array(1)],
    ['w = 0, encoded as 32 bytes', 0n, new Uint8Array(32)],
    ['w = 1, encoded as one byte', 1n, new Uint8Array([1])],
    ['w = 1, encoded as 32 bytes', 1n, bytesOf(1n, 32)],
    ['w = SHA-256 of nothing', emptyHash, bytesOf(emptyHash, 32)],
  ])('refuses a login with %s', async (_, w, encodedW) => {
    const harness = new ResourceHarness({ state: household });
    for (const username of ['stranger', 'nopassword', '', 'bob'])
      expect(await tryW(harness.connect('laptop'), username, w, encodedW)).toBe(401);
  });

  test('the same arithmetic with the right w logs in', async () => {
    const w = BigInt(`0x${passwordVerifier(BOB_PASSWORD)}`);
    const client = new ResourceHarness({ state: household }).connect('laptop');
    expect(
      await tryW(client, 'bob', w, hexToBytes(passwordVerifier(BOB_PASSWORD).replace(/^(?:00)+/u, ''))),
    ).toBe(201);
  });

  test('the answer to round 1 does not reveal whether a user exists', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    for (const username of ['admin', 'stranger', 'nopassword', ''])
      expect(await round1(client, username)).toBe(201);
  });
});

describe('rate limits of passwords', () => {
  test('a connection has ten tries, then one a second', async () => {
    const harness = new ResourceHarness({ state: household });
    const client = harness.connect('laptop');
    for (let index = 0; index < 10; index += 1) expect(await wrong(client, `name-${index}`)).toBe(401);
    expect(await client.login('bob', BOB_PASSWORD)).toBe(429);
    expect((await client.request('GET', '/iam/me')).statusCode).toBe(404);
    harness.nowMs += 1000;
    expect(await client.login('bob', BOB_PASSWORD)).toBe(201);
  });

  test('a user name with one connection token has fifteen tries over all connections, separate from other names and tokens, whether it exists or not', async () => {
    for (const username of ['admin', 'stranger']) {
      const harness = new ResourceHarness({ state: household });
      for (let index = 0; index < 15; index += 1)
        expect(await wrong(harness.connect(`browser ${index}`), username)).toBe(401);
      expect(await wrong(harness.connect('one more'), username)).toBe(429);
      expect(await harness.connect('laptop').login('bob', BOB_PASSWORD)).toBe(201);
      expect(await wrong(harness.connect('tablet', 'another token'), username)).toBe(401);
    }
  });

  test('a connection token has twenty tries over all connections and names', async () => {
    const harness = new ResourceHarness({ state: household });
    for (let index = 0; index < 20; index += 1)
      expect(await wrong(harness.connect(`browser ${index}`, 'stolen'), `name-${index}`)).toBe(401);
    expect(await wrong(harness.connect('one more', 'stolen'), 'another')).toBe(429);
    expect(await harness.connect('laptop', 'another').login('bob', BOB_PASSWORD)).toBe(201);
  });

  test('a minute of tries with two connection tokens does not stop a right login with a new third one', async () => {
    const harness = new ResourceHarness({ state: household });
    for (let second = 0; second < 60; second += 1) {
      for (const tokenId of ['stolen-1', 'stolen-2']) {
        const stranger = harness.connect('stranger', tokenId);
        while ((await wrong(stranger)) === 401) await wrong(stranger, `name-${second}`);
      }
      expect(await harness.connect('new phone', `new ${second}`).login('admin', ADMIN_PASSWORD)).toBe(201);
      harness.nowMs += 1000;
    }
  });

  test('once many tokens have used up a user name, only tokens that a user has logged in with go on', async () => {
    for (const username of ['admin', 'stranger']) {
      const harness = new ResourceHarness({ state: household });
      expect(await harness.connect('laptop', "bob's token").login('bob', BOB_PASSWORD)).toBe(201);
      for (let index = 0; index < 35; index += 1)
        expect(await wrong(harness.connect('stranger', `token-${index}`), username)).toBe(401);
      expect(await wrong(harness.connect('stranger', 'one more'), username)).toBe(429);
      expect(await wrong(harness.connect('stranger', "bob's token"), username)).toBe(401);
      expect(await harness.connect('stranger', 'one more').login('bob', BOB_PASSWORD)).toBe(201);
    }
  });

  test('once many tokens have used up the device’s limit, tokens that a user has logged in with go on, also after a restart', async () => {
    const before = new ResourceHarness({ state: household });
    expect(await before.connect('laptop', 'of the household').login('bob', BOB_PASSWORD)).toBe(201);
    const harness = new ResourceHarness({ state: parseState(formatState(before.store.state)) });
    for (let index = 0; index < 150; index += 1) {
      await wrong(harness.connect('stranger', `token-${index}`), `name-${index}`);
      // As fast as rounds come back.
      harness.nowMs += 50;
    }
    expect(await harness.connect('new phone', 'one more').login('admin', ADMIN_PASSWORD)).toBe(429);
    expect(await harness.connect('new phone', 'of the household').login('admin', ADMIN_PASSWORD)).toBe(201);
  });

  test('a browser with a known certificate goes on when strangers have used up the device and its name and token', async () => {
    const state = withUser(household, {
      ...newUser(household, 'owner', 'sct'),
      role: 'Standard',
      passwordVerifier: passwordVerifier('owner-password'),
      fingerprints: [{ fingerprint: testFingerprint('phone'), name: null }],
    });
    const harness = new ResourceHarness({ state });
    for (let index = 0; index < 100; index += 1)
      expect(await wrong(harness.connect('stranger', `token-${index % 5}`), `name-${index}`)).toBe(401);
    expect(await harness.connect('stranger', 'fresh').login('bob', BOB_PASSWORD)).toBe(429);
    const phone = harness.connect('phone', 'token-1');
    expect(await phone.whoAmI()).toBe('owner');
    expect(await phone.login('owner', 'owner-password')).toBe(201);
    expect(await phone.login('bob', BOB_PASSWORD)).toBe(201);
  });

  test('guesses of a known browser at another name count for its user, not for its connection token', async () => {
    const state = withUser(household, {
      ...newUser(household, 'owner', 'sct'),
      fingerprints: [{ fingerprint: testFingerprint('phone'), name: null }],
    });
    const harness = new ResourceHarness({ state });
    for (let index = 0; index < 15; index += 1) expect(await wrong(harness.connect('phone'))).toBe(401);
    expect(await wrong(harness.connect('phone', 'another token'))).toBe(429);
    expect(await harness.connect('laptop').login('admin', ADMIN_PASSWORD)).toBe(201);
  });

  test('round 1 is limited to twenty per connection, forty per connection token and a hundred over all new tokens', async () => {
    const harness = new ResourceHarness({ state: household });
    expect(await harness.connect('laptop', 'of the household').login('bob', BOB_PASSWORD)).toBe(201);
    const client = harness.connect('laptop');
    for (let index = 0; index < 20; index += 1) expect(await round1(client, 'bob')).toBe(201);
    expect(await round1(client, 'bob')).toBe(429);
    for (let index = 0; index < 19; index += 1)
      expect(await round1(harness.connect(`browser ${index}`), 'bob')).toBe(201);
    expect(await round1(harness.connect('one more'), 'bob')).toBe(201);
    expect(await round1(harness.connect('one more'), 'bob')).toBe(429);
    for (let index = 0; index < 59; index += 1)
      expect(await round1(harness.connect('browser', `new-${index}`), 'bob')).toBe(201);
    expect(await round1(harness.connect('one more', 'new'), 'bob')).toBe(429);
    expect(await round1(harness.connect('one more', 'of the household'), 'bob')).toBe(201);
    harness.nowMs += 1000;
    expect(await round1(harness.connect('one more', 'new'), 'bob')).toBe(201);
  });

  test('one connection token on many connections leaves rounds to the others', async () => {
    const harness = new ResourceHarness({ state: household });
    for (let second = 0; second < 20; second += 1) {
      for (let index = 0; index < 10; index += 1) {
        const stranger = harness.connect(`browser ${index}`, 'stolen');
        while ((await round1(stranger, 'bob')) === 201) continue;
      }
      expect(await round1(harness.connect('laptop', `new ${second}`), 'bob')).toBe(201);
      harness.nowMs += 1000;
    }
  });
});

describe('connection tokens that users have logged in with', () => {
  test('are remembered per user, the newest eight', async () => {
    const harness = new ResourceHarness({ state: household });
    await harness.connect('office', 'of admin').login('admin', ADMIN_PASSWORD);
    for (let index = 0; index < 9; index += 1) {
      await harness.connect('laptop', `token-${index}`).login('bob', BOB_PASSWORD);
      harness.nowMs += 1000;
    }
    expect(['of admin', 'token-0', 'token-1', 'token-8'].map((id) => harness.iam.isTokenProven(id))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('are written once, forgotten with their user, and not added by a wrong login', async () => {
    const harness = new ResourceHarness({ state: household });
    await wrong(harness.connect('stranger'));
    expect(harness.store.state).toBe(household);
    await harness.connect('laptop').login('bob', BOB_PASSWORD);
    const { state } = harness.store;
    await harness.connect('laptop').login('bob', BOB_PASSWORD);
    expect(harness.store.state).toBe(state);
    await harness.iam.removeUser('bob');
    expect(harness.iam.isTokenProven('token-1')).toBe(false);
  });

  test('cannot be stored on a full disk, but the login succeeds', async () => {
    const store: StateStore = { state: household, save: () => Promise.reject(new Error('no space left')) };
    const harness = new ResourceHarness({ store });
    expect(await harness.connect('laptop').login('bob', BOB_PASSWORD)).toBe(201);
    expect(harness.log.join()).toContain('iam.token-store-failed');
  });
});

describe('the log', () => {
  test('contains no password, w, confirmation or token of a login', async () => {
    const harness = new ResourceHarness({ state: household });
    const client = harness.connect('laptop');
    await client.login('bob', BOB_PASSWORD);
    await client.login('admin', 'wrong canary password');
    await client.request('PUT', '/iam/users/bob/password', { cbor: 'canary-new-password' });
    await client.request('POST', '/webrtc/challenge', { json: { challenge: 'canary-nonce' } });
    await client.request('POST', '/webrtc/oauth', {
      bytes: new TextEncoder().encode('canary-jwt'),
      contentFormat: 0,
    });
    expect(harness.log.length).toBeGreaterThan(0);
    const log = harness.log.join('\n');
    const passwords = [BOB_PASSWORD, ADMIN_PASSWORD, 'wrong canary password', 'canary-new-password'];
    for (const secret of ['canary', ...passwords, ...passwords.map(passwordVerifier)])
      expect(log).not.toContain(secret);
  });
});
