// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { loadServiceList } from './load-service-list.ts';

const ORIGIN = 'https://mine.example';
const LIST = '{"services":["wss://signal.example"]}';
const policies = () =>
  [...document.querySelectorAll('meta[http-equiv]')].map((meta) => meta.getAttribute('content'));

class Storage {
  readonly kept = new Map<string, string>();

  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }
}

/** Loads the list as a page whose host returns these responses. */
async function load(answer: () => Response, storage = new Storage()) {
  const asked: unknown[] = [];
  const fetch = async (...args: unknown[]) => {
    asked.push(args);
    return answer();
  };
  return { asked, list: await loadServiceList({ document, origin: ORIGIN, fetch, storage }) };
}

const offline = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  document.head.innerHTML = '<meta name="longwire-services" content="./longwire.json">';
});

test('requests no list and adds no policy in a console that a service serves', async () => {
  document.head.innerHTML = '';
  const { asked, list } = await load(offline);
  expect(list).toEqual({
    kind: 'loaded',
    services: { page: ORIGIN, own: 'wss://mine.example', allowed: undefined },
  });
  expect([asked, policies()]).toEqual([[], []]);
});

test('loads longwire.json and restricts the page to its services by policy', async () => {
  const { asked, list } = await load(() => new Response(LIST));
  expect(asked).toEqual([['./longwire.json', { cache: 'no-cache', credentials: 'omit' }]]);
  expect(list).toEqual({
    kind: 'loaded',
    services: { page: ORIGIN, own: 'wss://signal.example', allowed: ['wss://signal.example'] },
  });
  expect(policies()).toEqual(["connect-src 'self' wss://signal.example https://signal.example"]);
});

test.each([
  ['a missing file', () => new Response('', { status: 404 }), 'missing'],
  ['a page instead of the file', () => new Response('<!doctype html>'), 'damaged'],
  ['a network failure without a stored list', offline, 'unreachable'],
  ['a server error without a stored list', () => new Response('', { status: 503 }), 'unreachable'],
])('allows no connection to a service after %s', async (_what, answer, kind) => {
  expect((await load(answer)).list).toEqual({ kind });
  expect(policies()).toEqual(["connect-src 'self'"]);
});

test.each([
  ['without a network', offline],
  ['after a server error', () => new Response('', { status: 503 })],
])('uses the stored list %s', async (_what, answer) => {
  const storage = new Storage();
  await load(() => new Response(LIST), storage);
  document.head.querySelector('meta[http-equiv]')?.remove();
  expect((await load(answer, storage)).list.kind).toBe('loaded');
  expect(policies()).toHaveLength(1);
});

test('does not use the stored list if the file no longer exists', async () => {
  const storage = new Storage();
  await load(() => new Response(LIST), storage);
  expect((await load(() => new Response('', { status: 404 }), storage)).list.kind).toBe('missing');
});
