/** @module The limits of names, passwords and texts, at and beyond each bound. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import type { ErrorCode } from '../errors/error-code.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { checkFriendlyName, checkOauthSubject, checkRoleName, checkSct } from './iam-field-limit.ts';
import { checkDisplayName, checkPassword, checkUsername } from './iam-limit.ts';

type Check = (text: string) => string;
const checkLoginPassword: Check = (text) => checkPassword(text, 'login');
const checkNewPassword: Check = (text) => checkPassword(text);

// PROTOCOL.md section 8 and the table in DEPLOYED.md, in UTF-8 bytes
const limits: [string, Check, ErrorCode, number, number][] = [
  ['user name', checkUsername, 'ERR_USERNAME', 1, 64],
  ['new password', checkNewPassword, 'ERR_PASSWORD_LENGTH', 8, 64],
  ['password at a login', checkLoginPassword, 'ERR_PASSWORD_LENGTH', 4, 64],
  ['display name', checkDisplayName, 'ERR_DISPLAY_NAME', 0, 64],
  ['sct', checkSct, 'ERR_SCT', 0, 64],
  ['OAuth subject', checkOauthSubject, 'ERR_OAUTH_SUBJECT', 0, 64],
  ['friendly name', checkFriendlyName, 'ERR_FRIENDLY_NAME', 0, 64],
  ['role name', checkRoleName, 'ERR_ROLE_NAME', 1, 1023],
];

describe.each(limits)('the limit of a %s', (_, check, code, min, max) => {
  const refused = expect.objectContaining({ code });

  test(`is ${min} to ${max} bytes`, () => {
    expect(check('a'.repeat(min))).toBe('a'.repeat(min));
    expect(check('a'.repeat(max))).toBe('a'.repeat(max));
    expect(() => check('a'.repeat(max + 1))).toThrow(refused);
  });

  test('excludes a NUL, at which devices cut the text', () => {
    expect(() => check('abcdefgh\0ijklmnop')).toThrow(refused);
  });

  test('is reported without quoting the text', () => {
    expect(() => check(`hunter2 ${'x'.repeat(2000)}`)).toThrow(expect.not.stringContaining('hunter2'));
  });

  test('accepts any text unchanged or throws a typed error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let result: unknown;
        try {
          result = check(text);
        } catch (error) {
          result = error;
        }
        const bytes = utf8Encode(text).length;
        expect(result === text ? bytes >= min && bytes <= max : result instanceof EdgeError).toBe(true);
      }),
    );
  });
});

test.each(limits.filter(([, , , min]) => min > 0))(
  'a %s below the minimum is refused',
  (_, check, code, min) => {
    expect(() => check('a'.repeat(min - 1))).toThrow(expect.objectContaining({ code }));
  },
);

test.each(limits.filter(([name]) => name !== 'user name'))(
  'a %s is measured in bytes, not characters',
  (_, check, code, min, max) => {
    const longest = '\u{1F600}'.repeat(Math.floor(max / 4));
    expect(check(longest)).toBe(longest);
    expect(() => check(`${longest}\u{1F600}`)).toThrow(expect.objectContaining({ code }));
  },
);

test.each(['a', 'front-door_2', '..', '.', '0', '-'])('checkUsername accepts %j', (username) => {
  expect(checkUsername(username)).toBe(username);
});

test.each(['', 'Admin', 'a b', 'a/b', 'a%20b', 'a?b', 'a#b', 'ü', 'a\n', '\na'])(
  'checkUsername refuses %j',
  (username) => {
    expect(() => checkUsername(username)).toThrow(expect.objectContaining({ code: 'ERR_USERNAME' }));
  },
);
