/** @module Records of users, pairing and settings in a device's responses. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../bytes/hex.ts';
import { decodeCbor } from '../cbor/decode-cbor.ts';
import { encodeCbor } from '../cbor/encode-cbor.ts';
import { EdgeError } from '../errors/edge-error.ts';
import type { IamSettings, PairingInfo, User } from './iam-record.ts';
import { parseIamSettings, parsePairingInfo, parseStringList, parseUser } from './parse-iam-record.ts';

const refused = expect.objectContaining({ name: 'EdgeError', code: 'ERR_IAM_RECORD' });

// Recorded from nabto-embedded-sdk 5.15.0 over virtual connections: CBOR with indefinite lengths
describe('parsing recorded records of a deployed device:', () => {
  const rows: [string, (value: unknown) => unknown, string, User | PairingInfo | IamSettings][] = [
    [
      'pairing info',
      parsePairingInfo,
      [
        'bf654d6f6465739f6c50617373776f72644f70656e6e50617373776f7264496e76697465ff6c4e6162746f56',
        '657273696f6e66352e31352e306950726f6475637449646b70722d66346e71706f7771684465766963654964',
        '6b64652d6a7365757a69656a6c467269656e646c794e616d65735765627274632064656d6f206578616d706c',
        '65ff',
      ].join(''),
      {
        Modes: ['PasswordOpen', 'PasswordInvite'],
        NabtoVersion: '5.15.0',
        ProductId: 'pr-f4nqpowq',
        DeviceId: 'de-jseuziej',
        FriendlyName: 'Webrtc demo example',
      },
    ],
    [
      'settings',
      parseIamSettings,
      [
        'bf7350617373776f72644f70656e50616972696e67f57550617373776f7264496e7669746550616972696e67',
        'f5704c6f63616c4f70656e50616972696e67f56f50617373776f72644f70656e5363746c577a776a6f546162',
        '6e7675787450617373776f72644f70656e50617373776f72646c6146434872336a6d524e6263ff',
      ].join(''),
      {
        PasswordOpenPairing: true,
        PasswordInvitePairing: true,
        LocalOpenPairing: true,
        PasswordOpenSct: 'WzwjoTabnvux',
        PasswordOpenPassword: 'aFCHr3jmRNbc',
      },
    ],
    [
      'a user with every field',
      parseUser,
      [
        'bf68557365726e616d6564726963686b446973706c61794e616d65735269636820c39c6ec3af636f646520f0',
        '9f988064526f6c6564557365726c46696e6765727072696e74739fbf6b46696e6765727072696e7478403765',
        '3537643666323362633162323361363466303937663765356264393366626637646532333466616361396435',
        '633339613462613664346261326338363531644e616d65664c6170746f70ffff6b46696e6765727072696e74',
        '7840376535376436663233626331623233613634663039376637653562643933666266376465323334666163',
        '6139643563333961346261366434626132633836353163536374687363742d726963686346636dbf65546f6b',
        '656e6966636d2d746f6b656e6950726f6a65637449646b66636d2d70726f6a656374ff764e6f746966696361',
        '74696f6e43617465676f726965739f64496e666f65416c657274ff6c4f617574685375626a65637469737562',
        '6a6563742d32ff',
      ].join(''),
      {
        Username: 'rich',
        DisplayName: 'Rich Ünïcode 😀',
        Role: 'User',
        Fingerprints: [
          { Fingerprint: '7e57d6f23bc1b23a64f097f7e5bd93fbf7de234faca9d5c39a4ba6d4ba2c8651', Name: 'Laptop' },
        ],
        Fingerprint: '7e57d6f23bc1b23a64f097f7e5bd93fbf7de234faca9d5c39a4ba6d4ba2c8651',
        Sct: 'sct-rich',
        Fcm: { Token: 'fcm-token', ProjectId: 'fcm-project' },
        NotificationCategories: ['Info', 'Alert'],
        OauthSubject: 'subject-2',
      },
    ],
    [
      'a new user',
      parseUser,
      [
        'bf68557365726e616d656261626c46696e6765727072696e74739fff635363746c564b56734e6c6550346878',
        '7a764e6f74696669636174696f6e43617465676f726965739fffff',
      ].join(''),
      { Username: 'ab', Fingerprints: [], Sct: 'VKVsNleP4hxz', NotificationCategories: [] },
    ],
  ];
  test.each(rows)('%s', (_, parse, hex, record) => {
    expect(parse(decodeCbor(hexToBytes(hex)))).toEqual(record);
  });
});

describe('parsing IAM records accepts', () => {
  test('a user with only a name', () => {
    expect(parseUser({ Username: 'ab' })).toEqual({ Username: 'ab' });
  });

  test('null as missing, and drops unknown keys', () => {
    const record = {
      Username: 'ab',
      Role: null,
      Fingerprints: null,
      Fcm: null,
      Password: 'x',
      Extra: { y: 1 },
    };
    expect(parseUser(record)).toEqual({ Username: 'ab' });
  });

  test('an end of access, and that there is none', () => {
    const limited = { Username: 'ab', AccessEndsAt: 1_800_000_000, AccessEndsIn: 0 };
    expect(parseUser(limited)).toEqual(limited);
    expect(parseUser({ Username: 'ab', AccessEndsAt: null })).toEqual({ Username: 'ab', AccessEndsAt: null });
    for (const AccessEndsAt of ['soon', -1, 1.5])
      expect(() => parseUser({ Username: 'ab', AccessEndsAt })).toThrow('AccessEndsAt');
  });

  test('empty lists and texts', () => {
    const record = { Username: 'ab', DisplayName: '', Fingerprints: [], NotificationCategories: [] };
    expect(parseUser(record)).toEqual(record);
  });

  test('settings without a mode, which is then disabled', () => {
    const off = { PasswordOpenPairing: false, PasswordInvitePairing: false, LocalOpenPairing: false };
    expect(parseIamSettings({})).toEqual(off);
  });

  test('a key named __proto__, without effect', () => {
    // {"__proto__": {"Role": "Administrator"}, "Username": "ab"}
    const bytes = hexToBytes(
      'bf695f5f70726f746f5f5fbf64526f6c656d41646d696e6973747261746f72ff68557365726e616d65626162ff',
    );
    expect(parseUser(decodeCbor(bytes))).toEqual({ Username: 'ab' });
    expect(Reflect.get({}, 'Role')).toBeUndefined();
  });
});

describe('parsing IAM records refuses', () => {
  const fingerprints = { Username: 'ab', Fingerprints: [{ Name: 'x' }] };
  test.each([
    ['null', null],
    ['text', 'ab'],
    ['bytes', new Uint8Array(3)],
    ['a list', []],
    ['no name', {}],
    ['a name of null', { Username: null }],
    ['a name in bytes', { Username: new Uint8Array(2) }],
    ['a numeric role', { Username: 'ab', Role: 1 }],
    ['a fingerprint without its digits', fingerprints],
    ['fingerprints that are texts', { Username: 'ab', Fingerprints: ['x'] }],
    ['categories of null', { Username: 'ab', NotificationCategories: [null] }],
    ['half an Fcm', { Username: 'ab', Fcm: { Token: 't' } }],
  ])('a user that is or has %s', (_, value) => {
    expect(() => parseUser(value)).toThrow(refused);
  });

  test.each([[null], ['x'], [{}], [[1]], [['a', null]], [undefined]])(
    'a list of names that is %j',
    (value) => {
      expect(() => parseStringList(value)).toThrow(refused);
    },
  );

  test.each([[null], [{}], [{ Modes: 'x', ProductId: 'p', DeviceId: 'd' }], [{ Modes: [], ProductId: 'p' }]])(
    'pairing info that is %j',
    (value) => {
      expect(() => parsePairingInfo(value)).toThrow(refused);
    },
  );

  test.each([[null], [[]], [new Uint8Array(1)], [{ PasswordOpenPairing: 1 }], [{ PasswordOpenPassword: 1 }]])(
    'settings that are %j',
    (value) => {
      expect(() => parseIamSettings(value)).toThrow(refused);
    },
  );

  test('a wrong value with an error that names the key and never the value', () => {
    expect(() => parseUser({ Username: 'ab', Sct: ['hunter2'] })).toThrow(
      'device answered with a user record with a wrong Sct',
    );
  });
});

describe('IAM records as CBOR', () => {
  const text = fc.string({ unit: 'binary', maxLength: 10 }).filter((value) => value.isWellFormed());
  const user: fc.Arbitrary<User> = fc.record(
    {
      Username: text,
      DisplayName: text,
      Role: text,
      Fingerprints: fc.array(
        fc.record({ Fingerprint: text, Name: text }, { requiredKeys: ['Fingerprint'] }),
        { maxLength: 3 },
      ),
      Fingerprint: text,
      Sct: text,
      NotificationCategories: fc.array(text, { maxLength: 3 }),
      OauthSubject: text,
      Fcm: fc.record({ Token: text, ProjectId: text }),
    },
    { requiredKeys: ['Username'] },
  );

  test('survive a round trip', () => {
    fc.assert(
      fc.property(user, fc.array(text), (user, names) => {
        expect(parseUser(decodeCbor(encodeCbor(user)))).toEqual(user);
        expect(parseStringList(decodeCbor(encodeCbor(names)))).toEqual(names);
      }),
    );
  });

  test.each([
    ['parseUser', parseUser],
    ['parseStringList', parseStringList],
    ['parsePairingInfo', parsePairingInfo],
    ['parseIamSettings', parseIamSettings],
  ])('anything in: %s gives a record or a typed error', (_, parse) => {
    const keys = ['Username', 'Fingerprints', 'Fcm', 'Modes', 'ProductId', '__proto__', 'constructor'];
    const record = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), record), (value) => {
        let result: unknown;
        try {
          result = parse(value);
        } catch (error) {
          result = error;
        }
        expect(!(result instanceof Error) || result instanceof EdgeError).toBe(true);
      }),
    );
  });
});
