/** @module People: reading a record, the messages for errors, the checks of fields, and the content of an invite. */

import { describe, expect, test, vi } from 'vitest';
import { EdgeError, parsePairingLink, StatusError, type IamClient } from '@longwire/client';
import { en } from '../messages/en.ts';
import { displayNameProblem, newPasswordProblem, usernameProblem } from './field-check.ts';
import { inviteAgain, invitePerson, openPairingLink, type InvitePlace } from './invite.ts';
import { peopleProblemOf } from './people-problem.ts';
import { isUnlisted, type PeopleReading } from './people-reading.ts';
import {
  initialOf,
  isAdministrator,
  isLastAdministrator,
  mayNameDevice,
  peopleOf,
  personOf,
} from './person.ts';
import { drawQr } from '../ui/qr-code.tsx';
import { rolesToSuggest } from '../screens/device/people/role-field.tsx';

const FINGERPRINT = 'ab'.repeat(32);
const PLACE: InvitePlace = {
  device: {
    productId: 'pr',
    deviceId: 'de',
    service: 'wss://home.example',
    sct: 'of-this-browser',
    fingerprint: FINGERPRINT,
  },
  page: 'https://home.example/console/',
  ownService: 'wss://home.example',
  isInvitePairingOn: true,
  isTokenTaken: async () => true,
};

describe('a record of a user', () => {
  test('has its fingerprints of both kinds, and empty names count as missing', () => {
    expect(personOf({ Username: 'ann', DisplayName: '', Fingerprint: 'f1' })).toMatchObject({
      displayName: undefined,
      browsers: [{ fingerprint: 'f1', name: undefined }],
    });
    const Fingerprints = [{ Fingerprint: 'f1', Name: 'Phone' }, { Fingerprint: 'f2' }];
    expect(personOf({ Username: 'ann', Fingerprints, Fingerprint: 'f2' }).browsers).toEqual([
      { fingerprint: 'f1', name: 'Phone' },
      { fingerprint: 'f2', name: undefined },
    ]);
  });

  test.each([
    ['anna', 'A'],
    ['élise', 'É'],
    ['👩‍🌾 Anna', '👩‍🌾'],
    ['𝒜nna', '𝒜'],
  ])('has an initial, which is the whole first character: %s', (DisplayName, initial) => {
    expect(initialOf(personOf({ Username: 'ann', DisplayName }))).toBe(initial);
  });

  test('of this browser comes first, also if the device lists no users', () => {
    const me = { Username: 'zoe' };
    const names = (users: readonly { Username: string }[]) =>
      peopleOf(users, me).map(({ username }) => username);
    expect(names([{ Username: 'bob' }, me, { Username: 'ann' }])).toEqual(['zoe', 'ann', 'bob']);
    expect(names([])).toEqual(['zoe']);
    expect(names([{ Username: 'person10' }, { Username: 'person2' }])).toEqual([
      'zoe',
      'person2',
      'person10',
    ]);
  });

  test('of the last administrator is recognized', () => {
    const [ann, bob] = [
      { Username: 'ann', Role: 'Administrator' },
      { Username: 'bob', Role: 'Guest' },
    ].map(personOf);
    if (ann === undefined || bob === undefined) throw new Error('two expected');
    expect(isLastAdministrator([ann, bob], ann)).toBe(true);
    expect(isLastAdministrator([ann, bob], bob)).toBe(false);
    expect(isLastAdministrator([ann, { ...bob, role: 'Administrator' }], ann)).toBe(false);
  });

  test.each([
    ['Guest', false],
    ['Standard', false],
    ['Unpaired', false],
    [undefined, true],
    ['Administrator', true],
    ['Caretaker', true],
  ])('with the role %s may rename the device: %s', (role, may) => expect(mayNameDevice({ role })).toBe(may));

  test('without a role may not rename the device', () => expect(mayNameDevice(undefined)).toBe(false));

  test.each([
    ['Administrator', true],
    ['Standard', false],
    [undefined, false],
  ])('with the role %s has all rights: %s', (role, may) => expect(isAdministrator({ role })).toBe(may));
});

describe('a list about people', () => {
  test.each<[string, PeopleReading<readonly string[]>, boolean]>([
    ['counts as unlisted if it is empty', { kind: 'value', value: [] }, true],
    [
      'counts as unlisted if the resource does not exist',
      { kind: 'failed', error: { kind: 'missing' } },
      true,
    ],
    ['is listed if it has entries', { kind: 'value', value: ['ann'] }, false],
    ['is not called unlisted if it is denied', { kind: 'failed', error: { kind: 'denied' } }, false],
    ['is not called unlisted if the request failed', { kind: 'failed', error: { kind: 'lost' } }, false],
    ['is not called unlisted while it is loading', { kind: 'waiting' }, false],
  ])('%s', (_how, part, is) => expect(isUnlisted(part)).toBe(is));

  test('of roles is replaced by the usual ones and those of existing people', () => {
    expect(rolesToSuggest([{ role: 'Caretaker' }, { role: undefined }, { role: 'Guest' }])).toEqual([
      'Guest',
      'Standard',
      'Administrator',
      'Caretaker',
    ]);
  });
});

describe('an error about people', () => {
  test.each([
    [403, undefined, { kind: 'denied' }],
    [404, undefined, { kind: 'missing' }],
    [409, undefined, { kind: 'taken' }],
    [400, 'Invalid username', { kind: 'refused', detail: 'Invalid username' }],
    [500, 'Insufficient resources', { kind: 'failed', detail: 'Insufficient resources' }],
  ])('of status %i becomes a problem with the right message', (status, diagnostic, problem) => {
    expect(peopleProblemOf(StatusError.iamRequest('do it', status, diagnostic))).toEqual(problem);
  });

  test.each([
    ['ERR_OUTCOME_UNKNOWN', 'may have been made', 'unsure'],
    ['ERR_REQUEST_TIMEOUT', 'may have been made', 'unsure'],
    ['ERR_NOT_SENT', 'was not made', 'lost'],
    ['ERR_SESSION_ENDED', 'was not made', 'lost'],
  ] as const)('with code %s reports that the change %s', (code, _, kind) => {
    expect(peopleProblemOf(new EdgeError(code, ''))).toEqual({ kind });
  });

  test('of the console itself is rethrown', () => {
    expect(() => peopleProblemOf(new TypeError('mine'))).toThrow('mine');
  });
});

test.each([
  [usernameProblem, 'ann.b-c_1', 'Ann', en.people.check.username],
  [usernameProblem, 'a'.repeat(64), 'a'.repeat(65), en.people.check.username],
  [displayNameProblem, 'ä'.repeat(32), 'ä'.repeat(33), en.people.check.displayName],
  [newPasswordProblem, '12345678', '1234567', en.people.check.newPassword],
])('a field check applies the byte limits of the protocol: %o', (check, good, bad, problem) => {
  expect(check(good, en.people.check)).toBeUndefined();
  expect(check(bad, en.people.check)).toBe(problem);
});

const createUser = async ({ username }: { username: string }) => ({
  Username: username,
  Password: 'made-up-1',
  Sct: 'of-anna',
});
const refuse = async (): Promise<void> => {
  throw StatusError.iamRequest('set', 403);
};

describe('an invite', () => {
  test('holds what the new user needs, and is marked as an invite', async () => {
    const setDisplayName = vi.fn<IamClient['setDisplayName']>(async () => undefined);
    const anna = { username: 'anna', role: 'Guest', displayName: 'Anna', accessEnd: null };
    const { link } = await invitePerson({ createUser, setDisplayName }, anna, PLACE);
    expect(link.startsWith('https://home.example/console/#')).toBe(true);
    expect(parsePairingLink(link)).toEqual({
      productId: 'pr',
      deviceId: 'de',
      username: 'anna',
      password: 'made-up-1',
      sct: 'of-anna',
      fingerprint: FINGERPRINT,
      isInvite: true,
    });
    expect(setDisplayName).toHaveBeenCalledWith('anna', 'Anna');
  });

  test('is made even if the device rejects the display name', async () => {
    const anna = { username: 'anna', role: 'Guest', displayName: 'Anna', accessEnd: null };
    const { link } = await invitePerson({ createUser, setDisplayName: refuse }, anna, PLACE);
    expect(parsePairingLink(link).username).toBe('anna');
  });

  test('is not marked as one if the device does not accept invites', async () => {
    const setPassword = vi.fn<IamClient['setPassword']>(async () => undefined);
    const place = { ...PLACE, isInvitePairingOn: false };
    const { link } = await inviteAgain(
      { setPassword },
      { username: 'anna', displayName: undefined, sct: undefined },
      place,
    );
    const { isInvite, sct, password } = parsePairingLink(link);
    expect([isInvite, sct]).toEqual([undefined, 'of-this-browser']);
    expect(setPassword).toHaveBeenCalledWith('anna', password);
  });

  test('uses this browser’s own token if the service rejects the new user’s', async () => {
    const setPassword = vi.fn<IamClient['setPassword']>(async () => undefined);
    const place = { ...PLACE, isTokenTaken: async () => false };
    const { link } = await inviteAgain(
      { setPassword },
      { username: 'anna', displayName: undefined, sct: 'of-anna' },
      place,
    );
    expect(parsePairingLink(link).sct).toBe('of-this-browser');
  });

  test('for a device at another service opens there', async () => {
    const place = { ...PLACE, device: { ...PLACE.device, service: 'wss://other.example/edge' } };
    const link = await openPairingLink({ password: 'open-one', sct: undefined }, place);
    expect(link.startsWith('https://other.example/edge/#')).toBe(true);
    expect(parsePairingLink(link)).toMatchObject({ username: '', password: 'open-one' });
  });
});

test('a QR code is drawn dark on light with a quiet zone, each module once', () => {
  const { side, path } = drawQr('HELLO');
  expect(side).toBe(21 + 8);
  // The finder's top row: seven dark modules at the quiet zone's corner.
  expect(path.startsWith('M4 4h7v1h-7z')).toBe(true);
});
