import { utf8Encode } from '@longwire/protocol/base';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../bytes.ts';
import { EMPTY_DRAFT, type RequestDraft } from './payload-draft.ts';
import { keptDraft, MAX_KEPT_TEXT } from './secret-rule.ts';

const SECRET = 'hunter2';
const draft = (part: Partial<RequestDraft>): RequestDraft => ({ ...EMPTY_DRAFT, method: 'POST', ...part });

describe('a request without a possible secret is stored unchanged', () => {
  test.each<Partial<RequestDraft>>([
    { path: '/light', format: 'json', text: 'true' },
    { path: '/log', query: 'from=3&to=9' },
    { path: '/echo', format: 'hex', text: '00 ff 10' },
    { path: '/iam/me', method: 'GET' },
  ])('%j', (part) => {
    expect(keptDraft(draft(part))).toEqual({ draft: draft(part), isPartial: false });
  });
});

describe('a request is stored without the parts that may be a secret', () => {
  test.each<[string, Partial<RequestDraft>]>([
    ['a new password', { path: '/iam/users/anna/password', format: 'text', text: SECRET }],
    [
      'a user with a password',
      { path: '/iam/users', format: 'cbor', text: `{"Username": "a", "X": "${SECRET}"}` },
    ],
    [
      'a step of the login protocol',
      { path: '/p2p/pwd-auth/1', format: 'hex', text: bytesToHex(utf8Encode(SECRET)) },
    ],
    ['a token of an issuer', { path: '/webrtc/oauth', format: 'text', text: SECRET }],
    [
      'a field with a secret’s name',
      { path: '/wifi', format: 'json', text: `{"ssid": "x", "Password": "${SECRET}"}` },
    ],
    ['a field with a German name', { path: '/wlan', format: 'json', text: `{"Kennwort": "${SECRET}"}` }],
    ['a query argument', { path: '/login', query: `user=a&pwd=${SECRET}` }],
    ['a query argument typed into the path', { path: `/login?apikey=${SECRET}` }],
    ['any argument of a path with a secret’s name', { path: '/token', query: `x=${SECRET}` }],
    [
      'a field hidden in hex',
      { path: '/x', format: 'hex', text: bytesToHex(utf8Encode(`password=${SECRET}`)) },
    ],
  ])('%s', (_name, part) => {
    const kept = keptDraft(draft(part));
    expect(kept.isPartial).toBe(true);
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(JSON.stringify(kept)).not.toContain(bytesToHex(utf8Encode(SECRET)));
  });

  test('the other parts of a request with a possible secret are stored, to be loaded into the editor', () => {
    const { draft: kept } = keptDraft(draft({ path: '/wifi', format: 'json', text: '{"psk": "x"}' }));
    expect(kept).toEqual(draft({ path: '/wifi', format: 'json', text: '' }));
  });
});

test('a large payload and a file are not stored', () => {
  const large = keptDraft(draft({ path: '/x', format: 'text', text: 'x'.repeat(MAX_KEPT_TEXT + 1) }));
  expect([large.isPartial, large.draft.text]).toEqual([true, '']);
  const file = keptDraft(draft({ path: '/x', format: 'file', file: new File(['abc'], 'a') }));
  expect([file.isPartial, 'file' in file.draft]).toEqual([true, false]);
});
