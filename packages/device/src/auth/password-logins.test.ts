/** @module The two rounds of a password login: answers, statuses, and the user of the connection afterwards. */
import { createHash } from 'node:crypto';
import { passwordVerifier } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { describe, expect, test, vi } from 'vitest';
import { ResourceHarness, testFingerprint } from '../coap/resource-harness.fixture.ts';
import { type IamState } from '../iam/iam-state.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD, household, round1, round2, stateWith } from './login.fixture.ts';
import { multiplyNatively } from './native-p256.ts';

vi.mock('./native-p256.ts', { spy: true });

describe('a password login', () => {
  test('with the right password makes the connection that user', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    expect(await client.whoAmI()).toBeUndefined();
    expect(await client.login('bob', BOB_PASSWORD)).toBe(201);
    expect(await client.whoAmI()).toBe('bob');
  });

  test.each(['zeropw168', 'zeropw107174'])(
    'accepts %s, whose SHA-256 begins with zero bytes',
    async (password) => {
      expect(createHash('sha256').update(password).digest()[0]).toBe(0);
      const state = stateWith({ username: 'zero', passwordVerifier: passwordVerifier(password) });
      expect(await new ResourceHarness({ state }).connect('laptop').login('zero', password)).toBe(201);
    },
  );

  test('with a password of 4 bytes, set by an older device, succeeds', async () => {
    const state = stateWith({ username: 'old', passwordVerifier: passwordVerifier('1234') });
    expect(await new ResourceHarness({ state }).connect('laptop').login('old', '1234')).toBe(201);
  });

  test('with a wrong password is 401 and leaves the user of the connection unchanged', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await client.login('bob', BOB_PASSWORD);
    expect(await client.login('admin', 'wrong password')).toBe(401);
    expect(await client.whoAmI()).toBe('bob');
  });

  test('fails when it is bound to other certificates than those of the handshake', async () => {
    const harness = new ResourceHarness({ state: household });
    const client = harness.connect('laptop');
    const { deviceFingerprint } = client.session;
    const { login, answer } = await client.startLogin('bob', BOB_PASSWORD, {
      clientFingerprint: testFingerprint('the relay'),
      deviceFingerprint,
    });
    expect(await round2(client, login.handleServerPoint(answer.payload).confirmation)).toBe(401);
  });

  test('ends when DTLS ends', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await client.login('bob', BOB_PASSWORD);
    client.session.end();
    expect(client.session.login).toBeUndefined();
    expect((await client.request('GET', '/iam/me')).statusCode).toBe(403);
    client.session.setLogin({ username: 'bob', passwordEpoch: 2 });
    expect(client.session.login).toBeUndefined();
  });
});

const products = (): number => vi.mocked(multiplyNatively).mock.calls.length;

describe('the cost of a login', () => {
  test.each(['bob', 'nopassword', 'no-such-user', ''])(
    'as "%s" is two multiplications in each round, all by OpenSSL',
    async (username) => {
      const client = new ResourceHarness({ state: household }).connect('laptop');
      const before = products();
      expect([await round1(client, username), products() - before]).toEqual([201, 2]);
      expect([await round2(client, new Uint8Array(32)), products() - before]).toEqual([401, 4]);
    },
  );

  test('is no multiplication for a refused round 1 or a round 2 of another length', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    await round1(client, 'bob');
    const before = products();
    expect(await round2(client, new Uint8Array(31))).toBe(400);
    const body = { cbor: { T: new Uint8Array(65).fill(4), Username: 'bob' } };
    expect((await client.request('POST', '/p2p/pwd-auth/1', body)).statusCode).toBe(400);
    expect(products()).toBe(before);
  });
});

describe('a malformed round', () => {
  const point = new Uint8Array(65).fill(4);
  test.each([
    ['another content format', { bytes: encodeCbor({ T: point, Username: 'bob' }), contentFormat: 50 }, 415],
    ['no payload', {}, 415],
    ['invalid CBOR', { bytes: new Uint8Array([0xff]), contentFormat: 60 }, 400],
    ['a missing T', { cbor: { Username: 'bob' } }, 400],
    ['T as text', { cbor: { T: 'point', Username: 'bob' } }, 400],
    ['a null Username', { cbor: { T: point, Username: null } }, 400],
    ['a T that is not on the curve', { cbor: { T: point, Username: 'bob' } }, 400],
    ['the identity as T', { cbor: { T: new Uint8Array([0]), Username: 'bob' } }, 400],
    ['an empty T', { cbor: { T: new Uint8Array(0), Username: 'bob' } }, 400],
  ])('1 with %s is refused with its status', async (_, body, status) => {
    const answer = await new ResourceHarness({ state: household })
      .connect('laptop')
      .request('POST', '/p2p/pwd-auth/1', body);
    expect(answer.statusCode).toBe(status);
    expect(answer.payload.length).toBe(0);
  });

  test('2 before round 1 or of another length is a 400', async () => {
    const client = new ResourceHarness({ state: household }).connect('laptop');
    expect(await round2(client, new Uint8Array(32))).toBe(400);
    for (const length of [0, 31, 33]) {
      await round1(client, 'bob');
      expect(await round2(client, new Uint8Array(length))).toBe(400);
    }
  });
});

describe('a login ends with its password', () => {
  test('when another user changes the password', async () => {
    const harness = new ResourceHarness({ state: household });
    const [bob, admin] = [harness.connect('laptop'), harness.connect('office')];
    await bob.login('bob', BOB_PASSWORD);
    await admin.login('admin', ADMIN_PASSWORD);
    const put = await admin.request('PUT', '/iam/users/bob/password', { cbor: 'a new password' });
    expect(put.statusCode).toBe(204);
    expect(await bob.whoAmI()).toBeUndefined();
  });

  test('when the user changes it, except on the connection that changed it', async () => {
    const harness = new ResourceHarness({ state: household });
    const [bob, other] = [harness.connect('laptop'), harness.connect('phone')];
    await bob.login('bob', BOB_PASSWORD);
    await other.login('bob', BOB_PASSWORD);
    expect((await bob.request('PUT', '/iam/users/bob/password', { cbor: 'a new password' })).statusCode).toBe(
      204,
    );
    expect(await bob.whoAmI()).toBe('bob');
    expect(await other.whoAmI()).toBeUndefined();
  });

  test('when it changes between the rounds', async () => {
    const harness = new ResourceHarness({ state: household });
    const [bob, admin] = [harness.connect('laptop'), harness.connect('office')];
    await admin.login('admin', ADMIN_PASSWORD);
    const { login, answer } = await bob.startLogin('bob', BOB_PASSWORD);
    await admin.request('DELETE', '/iam/users/bob');
    await admin.request('POST', '/iam/users', { cbor: { Username: 'bob' } });
    expect(await round2(bob, login.handleServerPoint(answer.payload).confirmation)).toBe(401);
  });

  test('and a new user with the name of a deleted one does not inherit it', async () => {
    const harness = new ResourceHarness({ state: household });
    const [bob, admin] = [harness.connect('laptop'), harness.connect('office')];
    await bob.login('bob', BOB_PASSWORD);
    await admin.login('admin', ADMIN_PASSWORD);
    await admin.request('DELETE', '/iam/users/bob');
    await admin.request('POST', '/iam/users', { cbor: { Username: 'bob' } });
    expect(await bob.whoAmI()).toBeUndefined();
  });

  test('and an invite works once: another browser that logged in with it becomes anonymous', async () => {
    const harness = new ResourceHarness({ state: household });
    const [first, second] = [harness.connect('first'), harness.connect('second')];
    await first.login('bob', BOB_PASSWORD);
    await second.login('bob', BOB_PASSWORD);
    expect((await first.request('POST', '/iam/pairing/password-invite')).statusCode).toBe(201);
    expect((await second.request('POST', '/iam/pairing/password-invite')).statusCode).toBe(401);
    expect(await first.whoAmI()).toBe('bob');
    expect(await second.whoAmI()).toBeUndefined();
    expect(await second.login('bob', BOB_PASSWORD)).toBe(401);
  });

  test('and a browser that was paired by an invite and removed becomes anonymous', async () => {
    const harness = new ResourceHarness({ state: household });
    const [bob, admin] = [harness.connect('laptop'), harness.connect('office')];
    await bob.login('bob', BOB_PASSWORD);
    await bob.request('POST', '/iam/pairing/password-invite');
    await admin.login('admin', ADMIN_PASSWORD);
    const path = `/iam/users/bob/fingerprints/${testFingerprint('laptop')}`;
    expect((await admin.request('DELETE', path)).statusCode).toBe(202);
    expect(await bob.whoAmI()).toBeUndefined();
  });
});

describe('open pairing', () => {
  const openState: IamState = {
    ...household,
    openPairing: {
      isEnabled: true,
      closesAtMs: null,
      password: 'open-password',
      passwordEpoch: 0,
      sct: null,
      role: 'Guest',
    },
  };

  test('the open password logs in without a user, and allows pairing', async () => {
    const harness = new ResourceHarness({ state: openState });
    const client = harness.connect('new phone');
    expect(await client.login('', 'open-password')).toBe(201);
    expect(await client.whoAmI()).toBeUndefined();
    const body = { cbor: { Username: 'carol', FingerprintName: 'Phone' } };
    expect((await client.request('POST', '/iam/pairing/password-open', body)).statusCode).toBe(201);
    expect(await client.whoAmI()).toBe('carol');
    expect(await harness.connect('new phone').whoAmI()).toBe('carol');
  });

  test('an ordinary user cannot pair openly, unlike on deployed devices', async () => {
    const client = new ResourceHarness({ state: openState }).connect('laptop');
    await client.login('bob', BOB_PASSWORD);
    const body = { cbor: { Username: 'bob2' } };
    expect((await client.request('POST', '/iam/pairing/password-open', body)).statusCode).toBe(401);
  });

  test('the open password is refused once open pairing is off', async () => {
    const state = { ...openState, openPairing: { ...openState.openPairing, isEnabled: false } };
    const client = new ResourceHarness({ state }).connect('laptop');
    expect(await client.login('', 'open-password')).toBe(401);
  });
});
