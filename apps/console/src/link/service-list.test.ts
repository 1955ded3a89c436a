import { describe, expect, test } from 'vitest';
import {
  connectSources,
  isListed,
  parseServiceList,
  requireListed,
  servedBy,
  webAddressOf,
} from './service-list.ts';

const PAGE = 'https://mine.example';
const listOf = (...services: readonly unknown[]) => parseServiceList(JSON.stringify({ services }), PAGE);

describe('the service list', () => {
  test('normalizes its entries to origins and uses the first for links to this page', () => {
    expect(listOf('https://Signal.example/', ' ws://192.168.1.5:8700 ')).toEqual({
      page: PAGE,
      own: 'wss://signal.example',
      allowed: ['wss://signal.example', 'ws://192.168.1.5:8700'],
    });
  });

  test.each([
    ['no JSON value', '<!doctype html>'],
    ['no services property', '{}'],
    ['an empty list', '{"services":[]}'],
    ['a string instead of an array', '{"services":"wss://signal.example"}'],
    ['an entry that is not a string', '{"services":["wss://signal.example",7]}'],
    ['an entry that is not a URL', '{"services":["signal.example"]}'],
    ['a path', '{"services":["wss://signal.example/base"]}'],
    ['a wildcard', '{"services":["wss://*.example"]}'],
    ['another directive', '{"services":["wss://a.example;script-src"]}'],
    ['credentials', '{"services":["wss://user:word@signal.example"]}'],
    ['an IPv6 address', '{"services":["ws://[::1]:8700"]}'],
    [
      'more than 50 entries',
      JSON.stringify({ services: Array.from({ length: 51 }, () => 'wss://a.example') }),
    ],
  ])('is rejected if it contains %s', (_what, text) => {
    expect(parseServiceList(text, PAGE)).toBeUndefined();
  });

  test.each([
    ['wss://signal.example', true],
    ['wss://signal.example/base', true],
    ['ws://signal.example', false],
    ['wss://signal.example:444', false],
    ['wss://signal.example.evil.example', false],
    ['not an address', false],
  ])('isListed returns for %s: %s', (service, isIn) => {
    const services = listOf('wss://signal.example');
    if (services === undefined) throw new Error('the service list was rejected');
    expect(isListed(services, service)).toBe(isIn);
  });

  test('requireListed rejects a service that is not listed, and names it with the list', () => {
    const services = { page: PAGE, own: 'wss://a.example', allowed: ['wss://a.example', 'wss://b.example'] };
    expect(requireListed(services, 'wss://b.example/base')).toBe('wss://b.example/base');
    expect(() => requireListed(services, 'wss://evil.example')).toThrow(
      /^wss:\/\/evil\.example is not in this console's list of services \(wss:\/\/a\.example, wss:\/\/b\.example\)$/u,
    );
  });

  test('becomes a connect-src of only the listed services and the page’s own files', () => {
    expect(connectSources(['wss://signal.example', 'ws://127.0.0.1:8700'])).toBe(
      "'self' wss://signal.example ws://127.0.0.1:8700 https://signal.example http://127.0.0.1:8700",
    );
  });
});

test('a console that a service serves uses that service and allows any other', () => {
  const services = servedBy('https://signal.example');
  expect(services.own).toBe('wss://signal.example');
  expect(isListed(services, 'wss://other.example')).toBe(true);
  expect(webAddressOf(services, 'wss://other.example')).toBe('.');
  expect(webAddressOf({ ...services, allowed: [] }, 'wss://other.example')).toBe('https://other.example');
});
