import { expect, test } from 'vitest';
import { ShellCache, type FileStore, type FileStores, type ShellFile } from './shell-cache.ts';

const SCOPE = 'https://home.example/console/';

const FILES: readonly ShellFile[] = [
  { path: '', integrity: 'sha256-page' },
  { path: 'assets/index-1.js', integrity: 'sha256-script' },
  { path: 'favicon.svg', integrity: 'sha256-icon' },
];

/** Caches as in a browser: named, in creation order. */
class FakeCaches implements FileStores {
  readonly stored = new Map<string, Map<string, string>>();

  async open(name: string): Promise<FileStore> {
    const entries = this.stored.get(name) ?? new Map<string, string>();
    this.stored.set(name, entries);
    return {
      put: async (url: string, response: Response) => void entries.set(url, await response.text()),
      match: async (url: string) => responseOf(entries.get(url)),
    };
  }

  async match(url: string): Promise<Response | undefined> {
    const held = [...this.stored.values()].find((entries) => entries.has(url));
    return responseOf(held?.get(url));
  }

  async keys(): Promise<string[]> {
    return [...this.stored.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.stored.delete(name);
  }
}

const responseOf = (text: string | undefined): Response | undefined =>
  text === undefined ? undefined : new Response(text);

interface Asked {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

function makeShell(version = 'v2', caches = new FakeCaches()) {
  const asked: Asked[] = [];
  const network = new Map(FILES.map(({ path }) => [new URL(path, SCOPE).href, `${version} of ${path}`]));
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    asked.push({ url, init });
    const text = network.get(url);
    if (text === undefined) throw new TypeError('Failed to fetch');
    return new Response(text);
  };
  const shell = new ShellCache({ version, files: FILES, scope: SCOPE, caches, fetch });
  return { shell, caches, network, asked };
}

const get = (url: string) => ({ method: 'GET', url });

test('install stores every listed file, fetched with its integrity hash', async () => {
  const { shell, caches, asked } = makeShell();
  await shell.install();
  expect([...(caches.stored.get('longwire-shell-v2') ?? [])].map(([url]) => url).sort()).toEqual([
    SCOPE,
    `${SCOPE}assets/index-1.js`,
    `${SCOPE}favicon.svg`,
  ]);
  expect(asked.map(({ init }) => init?.integrity ?? '').sort()).toEqual([
    'sha256-icon',
    'sha256-page',
    'sha256-script',
  ]);
  expect(asked.every(({ init }) => init?.credentials === 'omit')).toBe(true);
});

test('install fails and stores nothing if a file cannot be loaded', async () => {
  const { shell, caches, network } = makeShell();
  network.delete(`${SCOPE}assets/index-1.js`);
  await expect(shell.install()).rejects.toThrow(TypeError);
  expect([...caches.stored.keys()]).toEqual([]);
});

test('install rejects an error response', async () => {
  const caches = new FakeCaches();
  const shell = new ShellCache({
    version: 'v2',
    files: FILES,
    scope: SCOPE,
    caches,
    fetch: async () => new Response('', { status: 404 }),
  });
  await expect(shell.install()).rejects.toThrow('404');
  expect([...caches.stored.keys()]).toEqual([]);
});

test.each([
  ['the page', SCOPE, SCOPE],
  ['the page, with a link in its query and secrets in its fragment', `${SCOPE}?p=a&sct=b#u=c&pwd=d`, SCOPE],
  ['the page by its name', `${SCOPE}index.html`, SCOPE],
  ['a script', `${SCOPE}assets/index-1.js`, `${SCOPE}assets/index-1.js`],
  ['a script of another version', `${SCOPE}assets/index-0.js`, `${SCOPE}assets/index-0.js`],
  ['the API', 'https://home.example/api/v1/products', undefined],
  ['the API below the page', `${SCOPE}api/v1/products`, undefined],
  ['signaling', 'https://home.example/v1/client/pr/de', undefined],
  ['another page of the service', 'https://home.example/pair?p=a', undefined],
  ['another origin', 'https://elsewhere.example/console/assets/index-1.js', undefined],
  ['the worker itself', `${SCOPE}service-worker.js`, undefined],
])('fileOf maps the request to its file: %s', (_, url, file) => {
  expect(makeShell().shell.fileOf(get(url))).toBe(file);
});

test('fileOf ignores requests other than GET', () => {
  expect(makeShell().shell.fileOf({ method: 'POST', url: SCOPE })).toBeUndefined();
});

test('serves files of this and the previous version from the cache, and never stores others', async () => {
  const caches = new FakeCaches();
  await (await caches.open('longwire-shell-v1')).put(`${SCOPE}assets/index-0.js`, new Response('old part'));
  const { shell, network, asked } = makeShell('v2', caches);
  await shell.install();
  network.set(`${SCOPE}assets/other.js`, 'not of the list');
  asked.length = 0;
  expect(await (await shell.answer(SCOPE)).text()).toBe('v2 of ');
  expect(await (await shell.answer(`${SCOPE}assets/index-0.js`)).text()).toBe('old part');
  expect(asked).toEqual([]);
  expect(await (await shell.answer(`${SCOPE}assets/other.js`)).text()).toBe('not of the list');
  expect([...(caches.stored.get('longwire-shell-v2') ?? [])].map(([url]) => url)).not.toContain(
    `${SCOPE}assets/other.js`,
  );
});

test('activate keeps the previous version, deletes older ones and leaves foreign caches alone', async () => {
  const caches = new FakeCaches();
  for (const name of ['of-a-neighbour', 'longwire-shell-v0', 'longwire-shell-v1']) await caches.open(name);
  const { shell } = makeShell('v2', caches);
  await shell.install();
  await shell.activate();
  expect([...caches.stored.keys()]).toEqual(['of-a-neighbour', 'longwire-shell-v1', 'longwire-shell-v2']);
});

test('refreshPage reloads the page for its headers, and keeps the cached page on failure', async () => {
  const { shell, network, asked } = makeShell();
  await shell.install();
  asked.length = 0;
  network.set(SCOPE, 'v2 of , with other headers');
  expect(await shell.refreshPage()).toBe(true);
  expect(await (await shell.answer(SCOPE)).text()).toBe('v2 of , with other headers');
  // The service clears cookies that make requests too large, if it sees them.
  expect(asked.map(({ init }) => init?.credentials)).toEqual(['same-origin']);
  network.delete(SCOPE);
  expect(await shell.refreshPage()).toBe(false);
  expect(await (await shell.answer(SCOPE)).text()).toBe('v2 of , with other headers');
});
