/** @module Findings without secrets and addresses. */
import { assert, ipV6, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bad, good } from './finding.ts';
import { hideSecrets } from './hide-secrets.ts';

const hidden = (text: string, texts: readonly string[] = []): string =>
  hideSecrets(good('stun', text), { texts, showsAddresses: false }).text;

describe('addresses', () => {
  test.each([
    ['no answer from 192.0.2.7:3478', 'no answer from [address]:3478'],
    ['no answer from [2001:db8::7]:3478', 'no answer from [address]:3478'],
    ['no answer from 2001:db8::7.', 'no answer from [address].'],
    ['2001:db8::7: refused', '[address]: refused'],
    ['reached ::1, fe80:: and ::', 'reached [address], [address] and [address]'],
    ['via fe80::1c2b%eth0 only', 'via [address] only'],
    ['mapped ::ffff:192.0.2.7', 'mapped [address]'],
  ])('hides those in "%s"', (text, expected) => {
    expect(hidden(text)).toBe(expected);
  });

  test('hides every form of an IPv6 address', () => {
    assert(
      property(ipV6(), (address) => {
        expect(hidden(`from ${address} on`)).toBe('from [address] on');
      }),
    );
  });

  test.each([
    'the device is 12:34:56 behind',
    'since 2026-11-24T12:34:56Z',
    'AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89',
    'std::move, a:b:c',
  ])('leaves "%s"', (text) => {
    expect(hidden(text)).toBe(text);
  });

  test('shows them on request', () => {
    const text = 'from 192.0.2.7 and 2001:db8::7';
    expect(hideSecrets(good('stun', text), { texts: [], showsAddresses: true }).text).toBe(text);
  });
});

test('hides secrets in texts, advice and facts, the longest first', () => {
  const verdict = bad('login', {
    code: 'unreachable',
    text: 'token abcdef was refused',
    todo: 'replace abcd',
    facts: { token: 'abcdef', list: ['abcd', 7], nested: { at: '192.0.2.7' } },
  });
  expect(hideSecrets(verdict, { texts: ['abcd', 'abcdef'], showsAddresses: false })).toEqual({
    ...verdict,
    text: 'token [hidden] was refused',
    todo: 'replace [hidden]',
    facts: { token: '[hidden]', list: ['[hidden]', 7], nested: { at: '[address]' } },
  });
});
