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

describe('a list of services', () => {
  test('holds origins, whichever way they are written; the first is where links to the page lead', () => {
    expect(listOf('https://Signal.example/', ' ws://192.168.1.5:8700 ')).toEqual({
      page: PAGE,
      own: 'wss://signal.example',
      allowed: ['wss://signal.example', 'ws://192.168.1.5:8700'],
    });
  });

  test.each([
    ['no JSON', '<!doctype html>'],
    ['no list', '{}'],
    ['an empty list', '{"services":[]}'],
    ['a text', '{"services":"wss://signal.example"}'],
    ['an entry that is no text', '{"services":["wss://signal.example",7]}'],
    ['an entry that is no address', '{"services":["signal.example"]}'],
    ['a path', '{"services":["wss://signal.example/base"]}'],
    ['a wildcard', '{"services":["wss://*.example"]}'],
    ['another directive', '{"services":["wss://a.example;script-src"]}'],
    ['a user', '{"services":["wss://user:word@signal.example"]}'],
    ['an IPv6 address', '{"services":["ws://[::1]:8700"]}'],
    ['more than fifty', JSON.stringify({ services: Array.from({ length: 51 }, () => 'wss://a.example') })],
  ])('%s makes it none', (_what, text) => {
    expect(parseServiceList(text, PAGE)).toBeUndefined();
  });

  test.each([
    ['wss://signal.example', true],
    ['wss://signal.example/base', true],
    ['ws://signal.example', false],
    ['wss://signal.example:444', false],
    ['wss://signal.example.evil.example', false],
    ['not an address', false],
  ])('%s is in it: %s', (service, isIn) => {
    const services = listOf('wss://signal.example');
    if (services === undefined) throw new Error('a list expected');
    expect(isListed(services, service)).toBe(isIn);
  });

  test('a service has to be in it to be connected to, and the error names both', () => {
    const services = { page: PAGE, own: 'wss://a.example', allowed: ['wss://a.example', 'wss://b.example'] };
    expect(requireListed(services, 'wss://b.example/base')).toBe('wss://b.example/base');
    expect(() => requireListed(services, 'wss://evil.example')).toThrow(
      /^wss:\/\/evil\.example is not in this console's list of services \(wss:\/\/a\.example, wss:\/\/b\.example\)$/u,
    );
  });

  test('becomes a policy that names the services and the page’s own files, and nothing else', () => {
    expect(connectSources(['wss://signal.example', 'ws://127.0.0.1:8700'])).toBe(
      "'self' wss://signal.example ws://127.0.0.1:8700 https://signal.example http://127.0.0.1:8700",
    );
  });
});

test('a console that a service serves leads to it, and a person may name another', () => {
  const services = servedBy('https://signal.example');
  expect(services.own).toBe('wss://signal.example');
  expect(isListed(services, 'wss://other.example')).toBe(true);
  expect(webAddressOf(services, 'wss://other.example')).toBe('.');
  expect(webAddressOf({ ...services, allowed: [] }, 'wss://other.example')).toBe('https://other.example');
});
