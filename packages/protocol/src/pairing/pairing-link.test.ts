/** @module Pairing links, from the fragment and from the query. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFingerprint } from '../auth/fingerprint.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { formatPairingLink, parsePairingLink, queryLinkOf, type PairingLink } from './pairing-link.ts';

const FINGERPRINT = 'ab'.repeat(32);
const full = `p=pr-1&d=de-1&u=admin&pwd=secret&sct=token&fp=${FINGERPRINT}`;
const parsedFull: PairingLink = {
  productId: 'pr-1',
  deviceId: 'de-1',
  username: 'admin',
  password: 'secret',
  sct: 'token',
  fingerprint: parseFingerprint(FINGERPRINT),
};
const ids: PairingLink = { productId: 'pr-1', deviceId: 'de-1' };

function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('parsePairingLink reads a link', () => {
  const rows: [string, string, PairingLink][] = [
    ['from the query', `https://host/path?${full}`, parsedFull],
    ['from the fragment', `https://host/path#${full}`, parsedFull],
    ['from both', 'https://host/?p=pr-1&d=de-1#pwd=x', { ...ids, password: 'x' }],
    ['with a key in both, of which the fragment’s counts', 'https://host/?p=other&d=de-1#p=pr-1', ids],
    ['with a duplicate key, of which the first counts', 'https://host/#p=pr-1&p=other&d=de-1', ids],
    ['of another application', 'longwire://open#p=pr-1&d=de-1', ids],
    ['with white space around it', ' https://host/#p=pr-1&d=de-1\n', ids],
    ['with unknown keys, however broken', 'https://host/?utm=%zz&__proto__=1#p=pr-1&d=de-1&x', ids],
    ['with escapes', 'https://host/#p=pr%2D1&d=de-1&pwd=a%26b%2Bc+d', { ...ids, password: 'a&b+c d' }],
    ['with an equals sign in a value', 'https://host/#p=pr-1&d=de-1&sct=a==', { ...ids, sct: 'a==' }],
    ['with an empty user name', 'https://host/#p=pr-1&d=de-1&u=', { ...ids, username: '' }],
    ['with empty secrets', 'https://host/#p=pr-1&d=de-1&pwd=&sct=', ids],
    [
      'with a fingerprint in capitals',
      `https://host/#p=pr-1&d=de-1&fp=${FINGERPRINT.toUpperCase()}`,
      { ...ids, fingerprint: parseFingerprint(FINGERPRINT) },
    ],
    [
      'with the name of the device',
      'https://host/#p=pr-1&d=de-1&n=Our%20house',
      { ...ids, deviceName: 'Our house' },
    ],
    ['with an empty name', 'https://host/#p=pr-1&d=de-1&n=', ids],
    ['of an invite', 'https://host/#p=pr-1&d=de-1&i=1', { ...ids, isInvite: true }],
    ['with another mark than that of an invite', 'https://host/#p=pr-1&d=de-1&i=0', ids],
  ];
  test.each(rows)('%s', (_, url, link) => {
    expect(parsePairingLink(url)).toEqual(link);
  });

  test.each([
    ['nothing', ''],
    ['no URL', full],
    ['white space inside', 'https://host/ #p=pr-1&d=de-1'],
    ['no product', 'https://host/#d=de-1'],
    ['an empty product', 'https://host/#p=&d=de-1'],
    ['no device', 'https://host/#p=pr-1'],
    ['no fields', 'https://host/path'],
    ['a short fingerprint', 'https://host/#p=pr-1&d=de-1&fp=abcd'],
    ['an empty fingerprint', 'https://host/#p=pr-1&d=de-1&fp='],
    ['a broken escape', 'https://host/#p=pr-1&d=de-1&pwd=%zz'],
    ['an escape that is no UTF-8', 'https://host/#p=pr-1&d=de-1&pwd=%ff'],
    ['too long a text', `https://host/#p=pr-1&d=de-1&x=${'x'.repeat(10_000)}`],
  ])('%s is ERR_PAIRING_LINK', (_, url) => {
    expect(() => parsePairingLink(url)).toThrow(expect.objectContaining({ code: 'ERR_PAIRING_LINK' }));
  });

  test('the error of parsePairingLink never quotes the link', () => {
    const error = attempt(() => parsePairingLink('https://host/#p=hunter2&pwd=hunter2%zz&fp=hunter2'));
    expect(error).toBeInstanceOf(EdgeError);
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('formatPairingLink', () => {
  test('puts everything into the fragment', () => {
    expect(formatPairingLink('https://host/path', parsedFull)).toBe(`https://host/path#${full}`);
    expect(formatPairingLink('https://host', ids)).toBe('https://host#p=pr-1&d=de-1');
    expect(formatPairingLink('https://host', { ...ids, isInvite: true })).toBe(
      'https://host#p=pr-1&d=de-1&i=1',
    );
  });

  test.each(['', 'host', 'https://', 'https://host/#x', 'https://ho st'])('refuses the base %j', (base) => {
    expect(() => formatPairingLink(base, ids)).toThrow(expect.objectContaining({ code: 'ERR_PAIRING_LINK' }));
  });

  test('refuses a lone surrogate', () => {
    const link = { ...ids, password: '\uD800' };
    expect(() => formatPairingLink('https://host', link)).toThrow(
      expect.objectContaining({ code: 'ERR_PAIRING_LINK' }),
    );
  });
});

describe('queryLinkOf', () => {
  const link = formatPairingLink('https://host/path', { ...parsedFull, isInvite: true });

  test('puts everything into the query except the invite mark', () => {
    expect(queryLinkOf(link)).toBe(`https://host/path?${full}`);
    expect(queryLinkOf(link, 'http://other/page.html')).toBe(`http://other/page.html?${full}`);
    expect(parsePairingLink(queryLinkOf(link))).toEqual(parsedFull);
  });

  test.each(['host', '', 'https://host/?x=1', 'https://host/#x'])('refuses the page %j', (page) => {
    expect(() => queryLinkOf(link, page)).toThrow(expect.objectContaining({ code: 'ERR_PAIRING_LINK' }));
  });

  test('refuses a link without a fragment and does not quote it', () => {
    const error = attempt(() => queryLinkOf('https://host/?p=a&d=b&pwd=hunter2'));
    expect(error).toMatchObject({ code: 'ERR_PAIRING_LINK' });
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('pairing links in general', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .filter((value) => value.isWellFormed());
  const fingerprint = fc.constant(parseFingerprint(FINGERPRINT));
  const link: fc.Arbitrary<PairingLink> = fc.record(
    {
      productId: text,
      deviceId: text,
      username: text,
      password: text,
      sct: text,
      fingerprint,
      deviceName: text,
      isInvite: fc.constant<true>(true),
    },
    { requiredKeys: ['productId', 'deviceId'] },
  );

  test('survive a round trip', () => {
    fc.assert(
      fc.property(link, (link) => {
        expect(parsePairingLink(formatPairingLink('https://host/', link))).toEqual(link);
      }),
    );
  });

  test('are parsed from any text, or refused with a typed error', () => {
    const fields = fc.string({ unit: fc.constantFrom('p', 'd', 'fp', '=', '&', '%', '4', '#', '?', '+') });
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fields.map((tail) => `https://host/${tail}`),
    );
    fc.assert(
      fc.property(any, (text) => {
        const result = attempt(() => parsePairingLink(text));
        expect(!(result instanceof Error) || result instanceof EdgeError).toBe(true);
      }),
    );
  });
});
