import { describe, expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { detailsOfLink } from './device-details.ts';
import {
  checkLoginPassword,
  checkLoginUser,
  emptyFields,
  fieldsOf,
  readDetails,
  readLink,
  typedBesideLink,
} from './details-form.ts';
import { servedBy } from './service-list.ts';
import { readServiceAddress, serviceOfPage } from './service-address.ts';
import { groupedFingerprint } from './mask.ts';

const words = en.check;
const services = servedBy('http://host:8080');
const good = { ...emptyFields('ws://host:8080'), productId: 'pr-1', deviceId: 'de-1', sct: 'token' };
const errorsOf = (change: Partial<typeof good>, page = 'http:') => {
  const read = readDetails({ ...good, ...change }, words, page, services);
  return read.ok ? {} : read.errors;
};

describe('the details of a device', () => {
  test('what is needed, and nothing else, is enough', () => {
    expect(readDetails(good, words, 'http:', services)).toEqual({
      ok: true,
      details: {
        productId: 'pr-1',
        deviceId: 'de-1',
        service: 'ws://host:8080',
        sct: 'token',
        name: undefined,
        fingerprint: undefined,
        username: undefined,
        password: undefined,
      },
    });
  });

  test.each([
    ['productId', { productId: ' ' }, words.required],
    ['productId', { productId: 'a/b' }, words.idLength],
    ['deviceId', { deviceId: '' }, words.required],
    ['sct', { sct: '' }, words.tokenRequired],
    ['sct', { sct: 'x'.repeat(65) }, words.tokenLength],
    ['username', { username: 'Admin' }, words.userName],
    ['username', { username: 'a'.repeat(65) }, words.userName],
    ['username', { password: 'long enough' }, words.passwordNeedsUser],
    ['password', { username: 'admin', password: 'abc' }, words.passwordLength],
    ['password', { username: 'admin', password: 'ä'.repeat(33) }, words.passwordLength],
    ['fingerprint', { fingerprint: 'abc' }, words.fingerprint],
    ['service', { service: 'ftp://host' }, words.service],
    ['service', { service: 'host' }, words.service],
    ['name', { name: 'n'.repeat(65) }, words.nameLength],
  ])('%s: %o is refused at the field', (field, change, text) => {
    expect(errorsOf(change)).toEqual({ [field]: text });
  });

  test.each([
    ['nothing', {}, []],
    ['a name', { name: 'Door' }, ['name']],
    ['a service', { service: 'http://other:8080/' }, ['service']],
    ['the service that was proposed', { service: ' http://host:8080/ ' }, []],
  ])('typed beside a link: %s', (_, change, typed) => {
    const read = readDetails({ ...good, ...change }, words, 'http:', services);
    if (!read.ok) throw new Error('details expected');
    expect(typedBesideLink(read.details, 'ws://host:8080')).toEqual(typed);
  });

  test('a page over https cannot use a service over ws', () => {
    expect(errorsOf({ service: 'ws://host' }, 'https:')).toEqual({ service: words.serviceInsecure });
    expect(errorsOf({ service: 'https://host/' }, 'https:')).toEqual({});
  });

  test('a fingerprint may have colons, spaces and capitals', () => {
    const typed = 'AB:'.repeat(31) + 'AB';
    const read = readDetails({ ...good, fingerprint: ` ${typed} ` }, words, 'http:', services);
    expect(read).toMatchObject({ ok: true, details: { fingerprint: 'ab'.repeat(32) } });
  });

  test('64 bytes of password and 64 characters of user name are taken', () => {
    expect(errorsOf({ username: 'a'.repeat(64), password: 'x'.repeat(64) })).toEqual({});
  });
});

describe('a pasted link', () => {
  test('fills the fields', () => {
    const read = readLink('  https://host/#p=pr-1&d=de-1&u=admin&pwd=secret&sct=token\n', words, services);
    expect(read.ok && fieldsOf(detailsOfLink(read.link, 'ws://host'))).toMatchObject({
      productId: 'pr-1',
      deviceId: 'de-1',
      username: 'admin',
      password: 'secret',
      sct: 'token',
      service: 'ws://host',
    });
  });

  test('that is none says so', () => {
    expect(readLink('https://host/', words, services)).toEqual({ ok: false, error: words.link });
    expect(readLink('', words, services)).toEqual({ ok: false, error: words.link });
  });
});

describe('in a console with a list of services', () => {
  const listed = {
    page: 'https://mine.example',
    own: 'wss://signal.example',
    allowed: ['wss://signal.example', 'wss://other.example'],
  };
  const linkAt = (base: string) => readLink(`${base}/#p=pr-1&d=de-1&sct=token`, words, listed);

  test.each([
    ['https://mine.example/longwire', 'wss://signal.example'],
    ['https://signal.example', 'wss://signal.example'],
    ['https://other.example', 'wss://other.example'],
  ])('a link to %s leads to %s', (base, service) => {
    expect(linkAt(base)).toMatchObject({ ok: true, service });
  });

  test.each(['https://evil.example', 'http://signal.example', 'https://signal.example:8443'])(
    'a link to %s is refused, by name',
    (base) => {
      expect(linkAt(base)).toEqual({
        ok: false,
        error: words.linkNotListed(new URL(base).host, 'signal.example, other.example'),
      });
    },
  );

  test('a service that is typed has to be listed', () => {
    const read = (service: string) => readDetails({ ...good, service }, words, 'https:', listed);
    expect(read('wss://other.example/base').ok).toBe(true);
    expect(read('wss://evil.example')).toEqual({
      ok: false,
      errors: { service: words.serviceNotListed('signal.example, other.example') },
    });
  });
});

test('a login form checks what the device would refuse', () => {
  expect([checkLoginUser('admin', words), checkLoginUser('', words)]).toEqual([undefined, words.userName]);
  expect([checkLoginPassword('pass', words), checkLoginPassword('', words)]).toEqual([
    undefined,
    words.passwordLength,
  ]);
});

test('service addresses', () => {
  expect(serviceOfPage('https://host')).toBe('wss://host');
  expect(serviceOfPage('http://127.0.0.1:8080')).toBe('ws://127.0.0.1:8080');
  expect(readServiceAddress(' https://host/base/ ')).toBe('wss://host/base');
  expect(readServiceAddress('wss://user:word@host')).toBeUndefined();
  expect(readServiceAddress('wss://host/?x=1')).toBeUndefined();
});

test('fingerprints are shown in groups', () => {
  expect(groupedFingerprint('abcdef0123')).toBe('abcd ef01 23');
});
