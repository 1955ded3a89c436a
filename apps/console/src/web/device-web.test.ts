/** @module The console's end of a device's page: what the page gets, and what it is refused. */
import { ManualClock } from '@longwire/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { CookieJar } from './cookies/cookie-jar.ts';
import { DeviceWeb } from './device-web.ts';
import { bytesOf, givenStream } from './http/tcp-stream.fixture.ts';
import type { WebState } from './web-state.ts';
import { likelyWebPort, webTunnelsOf } from './web-tunnels.ts';

const ORIGIN = 'http://abc.localhost:8700';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=1\r\nContent-Length: 4\r\n\r\n<p>x';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Rig {
  readonly web: DeviceWeb;
  readonly page: MessagePort;
  readonly heard: unknown[];
  readonly clock: ManualClock;
  readonly sent: Uint8Array[];
  readonly state: () => WebState;
  /** Sends a request like the service worker, and returns the replies on the request's own channel. */
  readonly ask: (target: string, isNavigation?: boolean) => unknown[];
}

function open(answer: () => string = () => OK): Rig {
  const { port1: page, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  page.addEventListener('message', ({ data }) => heard.push(data));
  page.start();
  const clock = new ManualClock();
  const sent: Uint8Array[] = [];
  const web = new DeviceWeb({
    port: port2,
    origin: ORIGIN,
    jar: new CookieJar({
      host: 'abc.localhost',
      now: () => 0,
      store: { read: () => undefined, write: () => undefined },
    }),
    openStream: async () => givenStream([bytesOf(answer())], sent),
    startPath: '/start',
    languages: ['en'],
    userAgent: 'Browser',
    clock,
    now: () => 0,
    crypto,
  });
  const ask: Rig['ask'] = (target, isNavigation = false) => {
    const { port1, port2: theirs } = new MessageChannel();
    const answers: unknown[] = [];
    port1.addEventListener('message', ({ data }) => {
      answers.push(data);
      if (data.type === 'head' || data.type === 'data') port1.postMessage({ type: 'pull' });
    });
    port1.start();
    page.postMessage({ type: 'fetch', method: 'GET', target, fields: [], isNavigation, hasBody: false }, [
      theirs,
    ]);
    stops.push(() => port1.close());
    return answers;
  };
  stops.push(() => {
    web.close();
    page.close();
  });
  return { web, page, heard, clock, sent, state: web.snapshot, ask };
}

const hello = { type: 'hello', id: 1, version: 1, worker: 'active' };
const location = { type: 'location', path: '/start', title: 'Start', canGoBack: false, canGoForward: false };

describe('a device page', () => {
  test('is greeted, gets its cookies, and opens the person’s last path', async () => {
    const { page, heard, state } = open();
    page.postMessage(hello);
    await expect
      .poll(() => heard)
      .toEqual([
        { type: 'hello', id: 1 },
        { type: 'cookies', cookies: [] },
        { type: 'go', path: '/start' },
      ]);
    page.postMessage(location);
    await expect.poll(state).toMatchObject({ kind: 'shown', isLoading: false, location: { path: '/start' } });
  });

  test('gets an answer after the cookies that came with it', async () => {
    const { heard, ask, sent } = open();
    const answers = ask('/x?y', true);
    await expect.poll(() => answers.length).toBe(5);
    expect(answers).toMatchObject([
      { type: 'accepted' },
      { type: 'head', status: 200 },
      { type: 'data' },
      { type: 'data' },
      { type: 'end' },
    ]);
    expect(heard).toContainEqual({ type: 'cookies', cookies: [{ name: 'a', value: '1', path: '/' }] });
    expect(sent.map((each) => String.fromCharCode(...each)).join('')).toMatch(
      /^GET \/x\?y HTTP\/1\.1\r\nHost: abc\.localhost:8700\r\n/u,
    );
  });

  test('keeps its document when it would download a file, which is offered instead', async () => {
    const { web, ask, clock } = open(() =>
      OK.replace('text/html', 'text/html\r\nContent-Disposition: attachment; filename=x.html'),
    );
    const answers = ask('/export', true);
    await expect
      .poll(() => answers)
      .toEqual([{ type: 'accepted' }, expect.objectContaining({ status: 204 })]);
    expect(web.offers.snapshot()).toMatchObject({ kind: 'file', name: 'x.html', file: { sizeBytes: 4 } });
    clock.advance(1_000);
    const saved: string[] = [];
    await web.offers.accept((content, name) => saved.push(name, String(content.size)));
    expect(saved).toEqual(['x.html', '4']);
  });

  test('offers files and links, and is stopped if it offers too many', async () => {
    const { web, page, state } = open();
    page.postMessage({ type: 'file', name: 'made.txt', blob: new Blob(['x']) });
    await expect.poll(web.offers.snapshot).toMatchObject({ kind: 'file', name: 'made.txt' });
    for (let n = 0; n < 50; n += 1) page.postMessage({ type: 'link', url: `https://x.example/${n}` });
    await expect.poll(state).toMatchObject({ kind: 'failed', failure: 'flood' });
    expect(web.offers.snapshot()).toEqual({ kind: 'none' });
  });

  test.each([
    ['a missing service worker', { ...hello, worker: 'refused' }, 'noWorker'],
    ['another page in the frame', { type: 'left' }, 'left'],
  ])('reports %s', async (_what, message, failure) => {
    const { page, state } = open();
    page.postMessage(message);
    await expect.poll(state).toMatchObject({ kind: 'failed', failure });
  });

  test('that never loads times out', () => {
    const { clock, state } = open();
    clock.advance(20_000);
    expect(state()).toMatchObject({ kind: 'failed', failure: 'noShell', canRetry: false });
  });

  test('whose document failed stays in its frame, is reported, and is loaded again when the device is back', async () => {
    const { web, ask, heard, state } = open(() => '');
    const answers = ask('/broken', true);
    await expect
      .poll(state)
      .toMatchObject({ kind: 'failed', failure: 'cutOff', path: '/broken', canRetry: true });
    expect(answers).toContainEqual(expect.objectContaining({ type: 'head', status: 502 }));
    web.heal();
    await expect.poll(() => heard).toContainEqual({ type: 'go', path: '/broken' });
    expect(state()).toEqual({ kind: 'opening' });
  });

  test('has a limited number of requests at a time and of messages', async () => {
    const { page, state, ask } = open();
    const answers = Array.from({ length: 300 }, () => ask('/x'));
    await expect.poll(() => answers.at(-1)).toEqual([{ type: 'refused' }]);
    for (let n = 0; n < 1000; n += 1) page.postMessage({ type: 'cookie', text: 'a=1', path: '/' });
    await expect.poll(state).toMatchObject({ kind: 'failed', failure: 'flood', canRetry: false });
  });
});

describe('the stream that leads to a web server', () => {
  test.each([
    [
      'is recognized by its name',
      [
        { port: 22, name: 'ssh', service: 'tcp' },
        { port: 9, name: 'Web', service: 'tcp' },
      ],
      9,
    ],
    [
      'is recognized by its port',
      [
        { port: 22, name: 'ssh', service: 'tcp' },
        { port: 8080, name: 'x', service: 'tcp' },
      ],
      8080,
    ],
    [
      'is the only one',
      [
        { port: 5, name: 'x' },
        { port: 80, name: 'web', service: 'shell' },
      ],
      5,
    ],
    ['is missing if no stream leads to TCP', [{ port: 80, name: 'web', service: 'shell' }], undefined],
    ['is missing in an empty list', [], undefined],
  ])('%s', (_how, list, port) => {
    expect(likelyWebPort(webTunnelsOf({ kind: 'listed', services: list }))).toBe(port);
  });
});
