import { describe, expect, test } from 'vitest';
import { readAddressLink, takeAddressLink } from './address-link.ts';

const fp = 'ab'.repeat(32);

function bar(href: string) {
  const written: string[] = [];
  const history = {
    replaceState: (_data: unknown, _unused: string, url: string) => {
      written.push(url);
    },
  };
  return { written, arrival: takeAddressLink({ location: { href }, history }) };
}

describe('a link in the address bar', () => {
  test.each([
    ['fragment', `https://host/#p=pr-1&d=de-1&u=admin&pwd=secret&sct=token&fp=${fp}`],
    ['query', `https://host/?p=pr-1&d=de-1&u=admin&pwd=secret&sct=token&fp=${fp}`],
    ['both', `https://host/?p=pr-1&d=de-1&pwd=secret#u=admin&sct=token&fp=${fp}`],
  ])('is read from the %s and is gone from the bar at once', (_where, href) => {
    const { arrival, written } = bar(href);
    expect(arrival).toEqual({
      kind: 'link',
      link: {
        productId: 'pr-1',
        deviceId: 'de-1',
        username: 'admin',
        password: 'secret',
        sct: 'token',
        fingerprint: fp,
      },
    });
    expect(written).toEqual(['/#/device/pr-1/de-1/live']);
  });

  test('one that is not whole goes too, whatever secrets it holds', () => {
    const { arrival, written } = bar('https://host/console/#d=de-1&pwd=secret');
    expect(arrival).toEqual({ kind: 'unreadable' });
    expect(written).toEqual(['/console/#/add?unreadable=true']);
  });

  test('a damaged fingerprint makes it unreadable', () => {
    expect(readAddressLink('https://host/#p=pr-1&d=de-1&fp=12')).toEqual({ kind: 'unreadable' });
  });

  test.each(['https://host/', 'https://host/#/device/pr-1/de-1/live', 'https://host/#/add?unreadable=true'])(
    '%s is left alone',
    (href) => {
      const { arrival, written } = bar(href);
      expect(arrival).toEqual({ kind: 'none' });
      expect(written).toEqual([]);
    },
  );
});
