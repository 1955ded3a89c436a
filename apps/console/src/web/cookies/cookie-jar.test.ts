import { describe, expect, test } from 'vitest';
import { CookieJar } from './cookie-jar.ts';
import { parseCookie } from './cookie.ts';

const HOST = 'abc.devices.example';

interface Rig {
  readonly jar: CookieJar;
  readonly again: () => CookieJar;
  readonly pass: (ms: number) => void;
}

function openJar(): Rig {
  let now = 1_000_000;
  let kept: string | undefined;
  const make = (): CookieJar =>
    new CookieJar({
      host: HOST,
      now: () => now,
      store: { read: () => kept, write: (text) => (kept = text) },
    });
  return { jar: make(), again: make, pass: (ms) => (now += ms) };
}

const source = { host: HOST, path: '/admin/login', nowMs: 0 };

test.each([
  ['a=b', { name: 'a', value: 'b', path: '/admin', expiresAtMs: undefined, isHttpOnly: false }],
  ['a=b; Path=/; HttpOnly; Secure; SameSite=Lax', { path: '/', isHttpOnly: true }],
  [' a = b c ; path=x', { name: 'a', value: 'b c', path: '/admin' }],
  ['a="q"', { value: '"q"' }],
  ['lonely', { name: '', value: 'lonely' }],
  ['a=', { name: 'a', value: '' }],
  ['a=1; Max-Age=10', { expiresAtMs: 10_000 }],
  ['a=1; Max-Age=-1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', { expiresAtMs: 0 }],
  ['a=1; Expires=Thu, 01-Jan-1970 00:00:05 GMT', { expiresAtMs: 5000 }],
  ['a=1; Expires=never', { expiresAtMs: undefined }],
  [`a=1; Domain=.${HOST}`, { name: 'a' }],
  ['a=1; Domain=devices.example', { name: 'a' }],
  ['__Host-a=1; Path=/; Secure', { name: '__Host-a' }],
])('the cookie %s is parsed', (text, cookie) => {
  expect(parseCookie(text, source)).toMatchObject(cookie);
});

test.each([
  '',
  '=',
  'a=\0',
  'a=\r\nb',
  `a=${'x'.repeat(4096)}`,
  'a=1; Domain=other.example',
  'a=1; Domain=def.devices.example',
  `a=1; Domain=x.${HOST}`,
  '__Host-a=1; Path=/',
  '__Host-a=1; Path=/x; Secure',
  `__Host-a=1; Path=/; Secure; Domain=${HOST}`,
  '__Secure-a=1',
])('the cookie %j is rejected', (text) => {
  expect(parseCookie(text, source)).toBeUndefined();
});

describe('a cookie jar', () => {
  test('sends the cookies that match the path, the longest path first', () => {
    const { jar } = openJar();
    expect(jar.headerFor('/')).toBeUndefined();
    for (const text of ['a=1; Path=/', 'b=2; Path=/admin', 'c=3; Path=/adm', 'd=4; Path=/admin/x'])
      jar.takeFromServer([text], '/');
    expect(jar.headerFor('/admin')).toBe('b=2; a=1');
    expect(jar.headerFor('/admin/x/y')).toBe('d=4; b=2; a=1');
    expect(jar.headerFor('/admins')).toBe('a=1');
  });

  test('replaces, deletes and expires cookies', () => {
    const { jar, pass } = openJar();
    jar.takeFromServer(['a=1; Path=/; Max-Age=10'], '/');
    jar.takeFromServer(['b=1; Path=/'], '/');
    jar.takeFromServer(['b=2; Path=/'], '/');
    expect(jar.headerFor('/')).toBe('a=1; b=2');
    jar.takeFromServer(['b=; Path=/; Max-Age=0'], '/');
    expect(jar.headerFor('/')).toBe('a=1');
    pass(10_000);
    expect(jar.headerFor('/')).toBeUndefined();
  });

  test('neither shows HttpOnly cookies to scripts nor lets scripts replace them', () => {
    const { jar } = openJar();
    jar.takeFromServer(['session=secret; Path=/; HttpOnly'], '/');
    expect(jar.takeFromScript('theme=dark', '/')).toBe(true);
    expect(jar.takeFromScript('session=mine; Path=/', '/')).toBe(false);
    expect(jar.takeFromScript('x=1; HttpOnly', '/')).toBe(false);
    expect(jar.visible()).toEqual([{ name: 'theme', value: 'dark', path: '/' }]);
    expect(jar.headerFor('/')).toBe('session=secret; theme=dark');
  });

  test('lasts as long as its store, and keeps a limited number of cookies', () => {
    const { jar, again } = openJar();
    for (let n = 0; n < 200; n += 1) jar.takeFromServer([`n${n}=1`], '/');
    expect(again().visible().length).toBe(180);
    expect(again().headerFor('/')).toContain('n199=1');
    expect(again().headerFor('/')).not.toContain('n0=');
  });

  test('stores the thousands of cookies of one response once', () => {
    const written: string[] = [];
    const store = { read: () => undefined, write: (text: string) => void written.push(text) };
    const jar = new CookieJar({ host: HOST, store, now: () => 0 });
    const texts = Array.from({ length: 4_600 }, (_, n) => `a=${n}`);
    expect(jar.takeFromServer(texts, '/')).toBe(true);
    expect(jar.headerFor('/')).toBe('a=4599');
    expect(written).toHaveLength(1);
    expect([jar.takeFromServer([], '/'), jar.takeFromServer(['\0'], '/'), written.length]).toEqual([
      false,
      false,
      1,
    ]);
  });

  test('keeps a limited size of cookies, whatever their paths', () => {
    const { jar, again } = openJar();
    for (let n = 0; n < 100; n += 1)
      jar.takeFromServer([`n${n}=1; Path=/${String(n).repeat(6000).slice(0, 12_000)}`], '/');
    expect(
      again()
        .visible()
        .map(({ name }) => name),
    ).toEqual(['n95', 'n96', 'n97', 'n98', 'n99']);
  });
});
