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
  return { written, parsed: takeAddressLink({ location: { href }, history }) };
}

describe('takeAddressLink', () => {
  test.each([
    ['fragment', `https://host/#p=pr-1&d=de-1&u=admin&pwd=secret&sct=token&fp=${fp}`],
    ['query', `https://host/?p=pr-1&d=de-1&u=admin&pwd=secret&sct=token&fp=${fp}`],
    ['query and fragment', `https://host/?p=pr-1&d=de-1&pwd=secret#u=admin&sct=token&fp=${fp}`],
  ])('reads a link from the %s and removes it from the address bar', (_where, href) => {
    const { parsed, written } = bar(href);
    expect(parsed).toEqual({
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

  test('removes an incomplete link and its secrets from the address bar', () => {
    const { parsed, written } = bar('https://host/console/#d=de-1&pwd=secret');
    expect(parsed).toEqual({ kind: 'unreadable' });
    expect(written).toEqual(['/console/#/add?unreadable=true']);
  });

  test('reports a link with a damaged fingerprint as unreadable', () => {
    expect(readAddressLink('https://host/#p=pr-1&d=de-1&fp=12')).toEqual({ kind: 'unreadable' });
  });

  test.each(['https://host/', 'https://host/#/device/pr-1/de-1/live', 'https://host/#/add?unreadable=true'])(
    'leaves %s in the address bar unchanged',
    (href) => {
      const { parsed, written } = bar(href);
      expect(parsed).toEqual({ kind: 'none' });
      expect(written).toEqual([]);
    },
  );
});
