/** @module The user-management resources, request by request. */
import { passwordVerifier, type CborValue } from '@longwire/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../../coap/resource-harness.fixture.ts';
import type { StoredUser } from '../iam-state.ts';
import { household, PASSWORD, put, send } from './household.fixture.ts';

let harness: ResourceHarness;
let admin: HarnessClient;
let bob: HarnessClient;
beforeEach(async () => {
  harness = new ResourceHarness({ state: household() });
  admin = harness.connect('office');
  bob = harness.connect("bob's laptop");
  await admin.login('admin', PASSWORD);
  await bob.login('bob', PASSWORD);
});

const userOf = (username: string): StoredUser | undefined =>
  harness.store.state.users.find((user) => user.username === username);
describe('fields of a user', () => {
  test.each<[string, CborValue, Partial<StoredUser>]>([
    ['display-name', 'Bøb', { displayName: 'Bøb' }],
    ['display-name', '', { displayName: '' }],
    ['display-name', 'é'.repeat(32), { displayName: 'é'.repeat(32) }],
    ['display-name', null, { displayName: null }],
    ['role', 'Guest', { role: 'Guest' }],
    ['role', null, { role: null }],
    ['sct', 'new token', { sct: 'new token' }],
    ['oauth-subject', 'subject', { oauthSubject: 'subject' }],
    ['oauth-subject', null, { oauthSubject: null }],
    ['notification-categories', ['Alert', 'Info', 'Info'], { notificationCategories: ['Info', 'Alert'] }],
    ['notification-categories', [], { notificationCategories: [] }],
    ['password', 'x'.repeat(8), { passwordVerifier: passwordVerifier('x'.repeat(8)) }],
    ['password', 'é'.repeat(32), { passwordVerifier: passwordVerifier('é'.repeat(32)) }],
    ['password', null, { passwordVerifier: null }],
    ['fcm', { Token: 't', ProjectId: 'p' }, { fcm: { token: 't', projectId: 'p' } }],
  ])('%s accepts %j', async (field, value, change) => {
    expect(await put(admin, `/iam/users/bob/${field}`, value)).toBe(204);
    expect(userOf('bob')).toMatchObject(change);
  });

  test.each<[string, CborValue, number]>([
    ['username', 'admin', 409],
    ['username', 'bob', 409],
    ['username', 'Bob', 400],
    ['username', '../admin', 400],
    ['username', '', 400],
    ['username', null, 400],
    ['username', 'x'.repeat(65), 400],
    ['display-name', 'é'.repeat(33), 400],
    ['display-name', 5, 400],
    ['password', 'x'.repeat(7), 400],
    ['password', 'x'.repeat(65), 400],
    ['password', 'é'.repeat(33), 400],
    ['password', 'cut\0here and more', 400],
    ['role', 'Emperor', 404],
    ['role', '__proto__', 404],
    ['sct', null, 400],
    ['sct', 'x'.repeat(65), 400],
    ['oauth-subject', 'x'.repeat(65), 400],
    ['notification-categories', ['Nonsense'], 400],
    ['notification-categories', [null], 400],
    ['notification-categories', null, 400],
    ['fingerprint', 'x'.repeat(64), 400],
    ['fingerprint', 'ab', 400],
  ])('%s refuses %j with %i', async (field, value, status) => {
    const before = harness.store.state;
    expect(await put(admin, `/iam/users/bob/${field}`, value)).toBe(status);
    expect(harness.store.state).toBe(before);
  });

  test('renaming a user ends logins under the old name, which do not come back with it', async () => {
    expect(await put(admin, '/iam/users/bob/username', 'robert')).toBe(204);
    expect(await bob.whoAmI()).toBeUndefined();
    await put(admin, '/iam/users/robert/username', 'bob');
    expect(await bob.whoAmI()).toBeUndefined();
  });

  test('undefined is not null and clears nothing', async () => {
    const body = { bytes: new Uint8Array([0xf7]), contentFormat: 60 };
    for (const field of ['password', 'display-name', 'role', 'oauth-subject', 'fingerprint'])
      expect((await admin.request('PUT', `/iam/users/gina/${field}`, body)).statusCode).toBe(400);
    expect(userOf('gina')).toEqual(household().users[2]);
  });
});

describe('certificates', () => {
  const mine = testFingerprint("bob's phone");

  test('are added, named, found in either case, and removed', async () => {
    expect(await put(bob, `/iam/users/bob/fingerprints/${mine.toUpperCase()}`, { Name: 'Phone' })).toBe(204);
    expect(userOf('bob')?.fingerprints).toEqual([{ fingerprint: mine, name: 'Phone' }]);
    const phone = harness.connect("bob's phone");
    expect(await phone.whoAmI()).toBe('bob');
    expect(await send(bob, 'DELETE', `/iam/users/bob/fingerprints/${mine}`)).toBe(202);
    expect(await phone.whoAmI()).toBeUndefined();
    expect(await send(bob, 'DELETE', `/iam/users/bob/fingerprints/${mine}`)).toBe(404);
  });

  test('belong to one user only', async () => {
    const path = `/iam/users/bob/fingerprints/${testFingerprint("gina's phone")}`;
    expect(await put(bob, path, {})).toBe(409);
    expect(await put(bob, '/iam/users/bob/fingerprint', testFingerprint("gina's phone"))).toBe(409);
  });

  test('the single form for old clients adds by a text and removes the first by null', async () => {
    expect(await put(bob, '/iam/users/bob/fingerprint', mine)).toBe(204);
    expect(await put(bob, '/iam/users/bob/fingerprint', testFingerprint('tablet'))).toBe(204);
    expect((await bob.request('GET', '/iam/me')).cbor()).toMatchObject({
      Fingerprint: testFingerprint('tablet'),
    });
    expect(await put(bob, '/iam/users/bob/fingerprint', null)).toBe(204);
    expect(userOf('bob')?.fingerprints).toEqual([{ fingerprint: testFingerprint('tablet'), name: null }]);
  });

  test('are limited per user', async () => {
    const { maxFingerprintsPerUser } = harness.iam.config;
    for (let index = 0; index < maxFingerprintsPerUser; index += 1)
      expect(await put(bob, `/iam/users/bob/fingerprints/${testFingerprint(`browser ${index}`)}`, {})).toBe(
        204,
      );
    expect(await put(bob, `/iam/users/bob/fingerprints/${mine}`, {})).toBe(500);
  });
});

const pairing = async (): Promise<CborValue> => (await bob.request('GET', '/iam/pairing')).cbor();

describe('settings', () => {
  test('list open pairing while it is possible', async () => {
    expect(await pairing()).toEqual({ Modes: ['PasswordInvite'], ProductId: 'pr-test', DeviceId: 'de-test' });
    expect(await put(admin, '/iam/settings/password-open-pairing', true)).toBe(204);
    expect(await pairing()).toMatchObject({ Modes: ['PasswordInvite'] });
    expect(await put(admin, '/iam/device-info/friendly-name', 'Front door 🚪')).toBe(204);
    expect(await put(admin, '/iam/settings/password-invite-pairing', false)).toBe(204);
    expect(await pairing()).toMatchObject({ Modes: [], FriendlyName: 'Front door 🚪' });
  });

  test('refuse unknown keys', async () => {
    expect(await put(admin, '/iam/settings/nonsense', true)).toBe(404);
    expect(await put(admin, '/iam/device-info/nonsense', 'x')).toBe(404);
    expect(await put(admin, '/iam/device-info/friendly-name', null)).toBe(400);
  });
});
