/** @module The scripts of a device's origin, each in a simulated scope. */
import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, test } from 'vitest';

const PAGE = '/.longwire/page.html';

async function run(name: string, scope: Readonly<Record<string, unknown>>): Promise<void> {
  const script = await readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
  runInNewContext(script, { ...scope });
}

/** Sends a request to the worker; the console responds with this head. */
async function answerTo(
  head: object,
  request: object = {},
): Promise<{ readonly response: Response; readonly sent: unknown[] }> {
  const sent: unknown[] = [];
  const shell = {
    id: 'shell',
    url: `https://device.example${PAGE}`,
    focused: true,
    visibilityState: 'visible',
    postMessage: (_asked: unknown, [port]: readonly MessagePort[]) => {
      port?.on('message', (data: unknown) => sent.push(data));
      for (const message of [{ type: 'accepted' }, { type: 'head', ...head }]) port?.postMessage(message);
    },
  };
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: 'https://device.example' },
    clients: { matchAll: async () => [shell] },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  const globals = { URL, Headers, Response, ReadableStream, MessageChannel, setTimeout, clearTimeout };
  await run('worker.js', { self, navigator: { userAgent: 'x' }, ...globals });
  const answered = Promise.withResolvers<Response>();
  const waited: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: {
      url: 'https://device.example/x',
      method: 'GET',
      mode: 'cors',
      referrer: '',
      headers: new Headers(),
      signal: new AbortController().signal,
      ...request,
    },
    clientId: 'page',
    respondWith: answered.resolve,
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  const response = await answered.promise;
  if (response.type === 'error') await Promise.all(waited);
  return { response, sent };
}

test("the worker responds with the console's response", async () => {
  const { response } = await answerTo({ status: 404, fields: [['X-Own', 'y']], hasBody: false });
  expect([response.status, response.headers.get('x-own')]).toEqual([404, 'y']);
});

test('no response of a device opens dialogs or tabs, or saves anything, wherever it is shown', async () => {
  const fields = [['Content-Security-Policy', 'sandbox allow-scripts allow-modals allow-downloads']];
  const { response } = await answerTo({ status: 200, fields, hasBody: false });
  const policies = response.headers.get('content-security-policy')?.split(', ');
  expect(policies).toEqual([
    'sandbox allow-scripts allow-modals allow-downloads',
    "frame-ancestors 'self' %CONSOLE_ORIGINS%; sandbox allow-scripts allow-same-origin allow-forms",
  ]);
});

test("a document outside the console's frame is rejected without a request to the device", async () => {
  const page = { mode: 'navigate', referrer: 'https://device.example/x' };
  const inside = await answerTo({ status: 200 }, { ...page, destination: 'iframe' });
  expect(inside.response.status).toBe(200);
  const { response, sent } = await answerTo({ status: 200 }, { ...page, destination: 'document' });
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining('inside the console'),
  ]);
  expect(sent).toEqual([]);
});

test.each([
  ['a body where none may be', { status: 205, hasBody: true }],
  ['an invalid status', { status: 99, hasBody: false }],
  ['an invalid status text', { status: 200, statusText: 'a\0b', hasBody: true }],
  ['an invalid header', { status: 200, fields: [['X-Own', 'a\0b']], hasBody: true }],
])('a request answered with %s fails, and the console is notified', async (_what, head) => {
  const { response, sent } = await answerTo(head);
  expect(response.type).toBe('error');
  await expect.poll(() => sent).toContainEqual({ type: 'cancel' });
});

test('a document request is repeated three times in a row, and a document in between resets the count', async () => {
  const items = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  };
  const calls: string[] = [];
  const location = { pathname: '/x', search: '', replace: (path: string) => calls.push(path) };
  const window = { parent: { location: { pathname: PAGE }, longwire: {} } };
  Object.assign(window.parent, { parent: window.parent });
  const door = async (): Promise<void> => {
    const document = { body: { append: (words: string) => calls.push(words) } };
    await run('door.js', { window, location, sessionStorage, document });
  };
  const shown = async (): Promise<void> => {
    const classes = { Document: { prototype: {} }, HTMLAnchorElement: { prototype: {} }, EventTarget };
    const own = { ...window, WebSocket: {} };
    await run('shim.js', { ...classes, window: own, location, sessionStorage, addEventListener: () => {} });
  };
  for (let n = 0; n < 5; n += 1) {
    await door();
    await shown();
  }
  expect(calls).toEqual(['/x', '/x', '/x', '/x', '/x']);
  for (let n = 0; n < 4; n += 1) await door();
  expect(calls.at(-1)).toMatch(/does not say/u);
});

const none = async (): Promise<unknown[]> => [];

/** Sends a message to the page that clears an origin; returns its response and what was cleared. */
async function forgetBy(message: {
  readonly origin?: string;
  readonly isParent?: boolean;
  readonly type?: string;
  readonly left?: number;
  /** Cookies of the origin; undefined if the browser cannot list them. */
  readonly cookies?:
    | { readonly name: string; readonly domain?: string; readonly path?: string }[]
    | undefined;
  /** Whether the browser fails to delete them. */
  readonly isKept?: boolean;
}): Promise<{ readonly answers: unknown[]; readonly done: unknown[] }> {
  const { origin = 'https://console.example', isParent = true, type = 'longwire-forget', left = 0 } = message;
  let cookies = 'cookies' in message ? message.cookies : [{ name: 'crumb' }];
  const [answers, done]: [unknown[], unknown[]] = [[], []];
  const answered = Promise.withResolvers<void>();
  const listeners = new Map<string, (event: object) => void>();
  const parent = {};
  const remove = async (cookie: object): Promise<void> => {
    done.push(cookie);
    if (message.isKept !== true) cookies = [];
  };
  const window = {
    parent,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    ...(cookies === undefined ? {} : { cookieStore: { getAll: async () => cookies, delete: remove } }),
  };
  await run('forget.js', {
    window,
    document: { querySelector: () => ({ getAttribute: () => 'https://console.example' }) },
    fetch: async (path: string, { method }: { method: string }) => {
      done.push([method, path]);
      return { ok: true };
    },
    sessionStorage: { clear: () => done.push('session') },
    localStorage: { length: left },
    indexedDB: { databases: none },
    caches: { keys: none },
    navigator: { serviceWorker: { getRegistrations: none } },
  });
  const port = {
    postMessage: (answer: unknown) => {
      answers.push(answer);
      answered.resolve();
    },
  };
  const handle = listeners.get('message');
  handle?.({ source: isParent ? parent : {}, origin, data: { type }, ports: [port] });
  // An accepted message removes the listener.
  if (!listeners.has('message')) await answered.promise;
  return { answers, done };
}

test("stored data is cleared on the console's message, including cookies set without the console", async () => {
  expect(await forgetBy({})).toEqual({
    answers: [{ type: 'emptied' }],
    done: [
      ['POST', '/.longwire/forget'],
      'session',
      { name: 'crumb', domain: null, path: '/', partitioned: true },
      { name: 'crumb', domain: null, path: '/', partitioned: false },
    ],
  });
  expect((await forgetBy({ left: 1 })).answers).toEqual([{ type: 'left' }]);
});

test('a cookie is deleted with the domain and path that the browser reports', async () => {
  const { done } = await forgetBy({ cookies: [{ name: 'crumb', domain: 'x.example', path: '/.longwire' }] });
  const crumb = { name: 'crumb', domain: 'x.example', path: '/.longwire' };
  expect(done.slice(2)).toEqual([
    { ...crumb, partitioned: true },
    { ...crumb, partitioned: false },
  ]);
});

test.each([{ isKept: true }, { cookies: undefined }])(
  'cookies that stay or cannot be listed are reported as left: %o',
  async (message) => {
    expect((await forgetBy(message)).answers).toEqual([{ type: 'left' }]);
  },
);

test.each([{ origin: 'https://evil.example' }, { isParent: false }, { type: 'other' }])(
  'a message from another sender clears nothing: %o',
  async (message) => {
    expect(await forgetBy(message)).toEqual({ answers: [], done: [] });
  },
);
