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

describe('readDetails', () => {
  test('accepts details with only the required fields', () => {
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
  ])('rejects %s in %o with an error at that field', (field, change, text) => {
    expect(errorsOf(change)).toEqual({ [field]: text });
  });

  test.each([
    ['nothing', {}, []],
    ['a name', { name: 'Door' }, ['name']],
    ['the name that was proposed', { name: 'Home' }, []],
    ['a service', { service: 'http://other:8080/' }, ['service']],
    ['the service that was proposed', { service: ' http://host:8080/ ' }, []],
  ])('typedBesideLink reports the details the person changed: %s', (_, change, typed) => {
    const read = readDetails({ ...good, ...change }, words, 'http:', services);
    if (!read.ok) throw new Error('the details are invalid');
    expect(typedBesideLink(read.details, { name: 'Home', service: 'ws://host:8080' })).toEqual(typed);
  });

  test('rejects a ws service on an https page', () => {
    expect(errorsOf({ service: 'ws://host' }, 'https:')).toEqual({ service: words.serviceInsecure });
    expect(errorsOf({ service: 'https://host/' }, 'https:')).toEqual({});
  });

  test('accepts a fingerprint with colons, spaces and capital letters', () => {
    const typed = 'AB:'.repeat(31) + 'AB';
    const read = readDetails({ ...good, fingerprint: ` ${typed} ` }, words, 'http:', services);
    expect(read).toMatchObject({ ok: true, details: { fingerprint: 'ab'.repeat(32) } });
  });

  test('accepts a password of 64 bytes and a user name of 64 characters', () => {
    expect(errorsOf({ username: 'a'.repeat(64), password: 'x'.repeat(64) })).toEqual({});
  });
});

/** The name that the details of a link have. */
function nameIn(name: string): string | undefined {
  const read = readLink(`https://host/#p=pr-1&d=de-1&n=${name}`, words, services);
  return read.ok ? detailsOfLink(read.link, 'ws://host').name : undefined;
}

describe('readLink', () => {
  test('reads a pasted link into the fields of the form', () => {
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

  test('takes the name of the device from a link, within the longest that a person may type', () => {
    expect(nameIn('Our%20house')).toBe('Our house');
    expect(nameIn('x'.repeat(100))).toBe('x'.repeat(64));
  });

  const LINK = 'https://host/#p=pr-1&d=de-1&u=ann&pwd=secret&sct=token&i=1';

  test.each([
    ['a message', `Invite for Ann ${LINK}`],
    ['a message with the link on its own line', `See https://host/help\n${LINK}\n\nCheers, Bob`],
    ['the line of a terminal', `pairing link: ${LINK}`],
    ['an e-mail', `<${LINK}> is for you`],
    ['a sentence', `Open ${LINK}.`],
  ])('reads a link out of the text around it: %s', (_what, text) => {
    const read = readLink(text, words, services);
    expect(read.ok && read.link).toMatchObject({ deviceId: 'de-1', sct: 'token', isInvite: true });
  });

  test('reads a link that is alone as it is', () => {
    const read = readLink('https://host/#p=pr-1&d=de-1&u=ann&pwd=secret.', words, services);
    expect(read.ok && read.link.password).toBe('secret.');
  });

  test('rejects a link that is broken over two lines', () => {
    expect(readLink(LINK.replace('sct', 's\nct'), words, services)).toMatchObject({ ok: false });
    expect(readLink(LINK.replace('sct', '\n sct'), words, services)).toMatchObject({ ok: false });
  });

  test('says that the fingerprint of a link is damaged, as where its end was not copied', () => {
    const read = readLink('https://host/#p=pr-1&d=de-1&sct=token&fp=abcdef', words, services);
    expect(read).toEqual({ ok: false, error: words.linkFingerprint });
  });

  test('rejects text that is not a pairing link', () => {
    expect(readLink('https://host/', words, services)).toEqual({ ok: false, error: words.link });
    expect(readLink('', words, services)).toEqual({ ok: false, error: words.link });
  });
});

describe('a console with a list of services', () => {
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
  ])('resolves a link to %s to the service %s', (base, service) => {
    expect(linkAt(base)).toMatchObject({ ok: true, service });
  });

  test.each(['https://evil.example', 'http://signal.example', 'https://signal.example:8443'])(
    'rejects a link to %s and names it with the listed services',
    (base) => {
      expect(linkAt(base)).toEqual({
        ok: false,
        error: words.linkNotListed(new URL(base).host, 'signal.example, other.example'),
      });
    },
  );

  test('rejects a typed service that is not listed', () => {
    const read = (service: string) => readDetails({ ...good, service }, words, 'https:', listed);
    expect(read('wss://other.example/base').ok).toBe(true);
    expect(read('wss://evil.example')).toEqual({
      ok: false,
      errors: { service: words.serviceNotListed('signal.example, other.example') },
    });
  });
});

test('the login form rejects an empty user name and an empty password', () => {
  expect([checkLoginUser('admin', words), checkLoginUser('', words)]).toEqual([undefined, words.userName]);
  expect([checkLoginPassword('pass', words), checkLoginPassword('', words)]).toEqual([
    undefined,
    words.passwordLength,
  ]);
});

test('converts https to wss, and rejects service addresses with credentials or a query', () => {
  expect(serviceOfPage('https://host')).toBe('wss://host');
  expect(serviceOfPage('http://127.0.0.1:8080')).toBe('ws://127.0.0.1:8080');
  expect(readServiceAddress(' https://host/base/ ')).toBe('wss://host/base');
  expect(readServiceAddress('wss://user:word@host')).toBeUndefined();
  expect(readServiceAddress('wss://host/?x=1')).toBeUndefined();
});

test('shows a fingerprint in groups of four', () => {
  expect(groupedFingerprint('abcdef0123')).toBe('abcd ef01 23');
});
