/** @module One origin per device for its own pages: what a page there can reach of others, and who may show it. */
import type { Frame, Page } from '@playwright/test';
import { deviceLabel } from '@longwire/protocol';
import { expect, test } from '../harness/fixtures.ts';
import { PRODUCT_ID, type Service } from '../harness/service.ts';

const PAGE_PATH = '/.longwire/page.html';
const ONE = deviceLabel(PRODUCT_ID, 'de-one');
const TWO = deviceLabel(PRODUCT_ID, 'de-two');

/** The console's address by a name: `localhost` and `127.0.0.1` are both this machine. */
const consoleUrl = (service: Service): string => service.url.replace('127.0.0.1', 'localhost');

const originOf = (service: Service, label: string, base = 'localhost'): string =>
  `http://${label}.${base}:${new URL(service.url).port}`;

/** Shows a device's page in a frame of a page; undefined when the browser shows something else in its place. */
async function frame(page: Page, origin: string): Promise<Frame | undefined> {
  const element = await page.evaluateHandle(async (src) => {
    const made = document.createElement('iframe');
    const loaded = new Promise((resolve) => made.addEventListener('load', resolve));
    made.src = src;
    document.body.append(made);
    await loaded;
    return made;
  }, origin + PAGE_PATH);
  const shown = await element.contentFrame();
  return shown?.url() === origin + PAGE_PATH ? shown : undefined;
}

/** A message for the frame, with so many ports; hello is said on the first of them. */
interface Offer {
  readonly message: unknown;
  readonly ports: number;
}

/**
 * Makes the offers to the first frame one after the other, waits until the one at `awaited` is answered, and returns the answers of
 * all. The frame takes messages in the order in which they were sent, and only ever one port: had it taken another before, the
 * awaited one would stay without answer.
 */
async function offer(page: Page, offers: readonly Offer[], awaited: number): Promise<unknown[]> {
  return await page.evaluate(
    async ({ offers, awaited }) => {
      const answers: unknown[] = offers.map(() => 'nothing');
      await new Promise<void>((resolve) => {
        for (const [index, { message, ports }] of offers.entries()) {
          const channels = Array.from({ length: ports }, () => new MessageChannel());
          for (const { port1 } of channels)
            port1.onmessage = ({ data }) => {
              answers[index] = data;
              if (index === awaited) resolve();
            };
          window.frames[0]?.postMessage(
            message,
            '*',
            channels.map(({ port2 }) => port2),
          );
          channels[0]?.port1.postMessage({ type: 'hello', id: index });
        }
      });
      return answers;
    },
    { offers, awaited },
  );
}

const GOOD: Offer = { message: { type: 'longwire-port' }, ports: 1 };
const hello = (id: number): object => ({ type: 'hello', id, version: 1, worker: 'active' });

test("the console frames a device's page, gives it a port, and is answered once its worker runs", async ({
  page,
  start,
}) => {
  const service = await start.service();
  const origin = originOf(service, ONE);
  for (const url of [service.url, consoleUrl(service)]) {
    await page.goto(url);
    const device = await frame(page, origin);
    expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
    const registered = await device?.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return [registration?.scope, registration?.active?.scriptURL];
    });
    expect(registered).toEqual([`${origin}/`, `${origin}/.longwire/worker.js`]);
  }
});

test('a port comes under its name, and alone', async ({ page, start }) => {
  const service = await start.service();
  await page.goto(service.url);
  await frame(page, originOf(service, ONE));
  const bad: Offer[] = [
    { message: 'longwire-port', ports: 1 },
    { message: { type: 'other' }, ports: 1 },
    { message: null, ports: 1 },
    { message: GOOD.message, ports: 0 },
    { message: GOOD.message, ports: 2 },
  ];
  const answers = bad.map(() => 'nothing');
  expect(await offer(page, [...bad, GOOD], bad.length)).toEqual([...answers, hello(bad.length)]);
});

test('a second port is not taken', async ({ page, start }) => {
  const service = await start.service();
  await page.goto(service.url);
  const device = await frame(page, originOf(service, ONE));
  expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
  const second = await page.evaluateHandle((message) => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [];
    port1.onmessage = ({ data }) => answers.push(data);
    window.frames[0]?.postMessage(message, '*', [port2]);
    port1.postMessage({ type: 'hello', id: 'second' });
    return answers;
  }, GOOD.message);
  // What the page would do before it answered, done after it had the message.
  await device?.evaluate(async () => {
    await navigator.serviceWorker.register('/.longwire/worker.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  expect(await second.jsonValue()).toEqual([]);
});

test('no other page frames it: neither one of elsewhere, nor one of another device', async ({
  page,
  start,
  shared,
}) => {
  const service = await start.service();
  await page.goto(`${shared.pagesUrl}/test.html`);
  expect(await frame(page, originOf(service, ONE))).toBeUndefined();
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  await page.goto(originOf(service, TWO) + PAGE_PATH);
  expect(await frame(page, originOf(service, ONE))).toBeUndefined();
  await expect.poll(() => violations.join('\n')).toMatch(/Content Security Policy|frame-src|default-src/u);
});

test('a port of anybody but the console is not taken: of the page itself, of another device in the next frame', async ({
  page,
  start,
}) => {
  const service = await start.service();
  await page.goto(consoleUrl(service));
  const one = await frame(page, originOf(service, ONE));
  const two = await frame(page, originOf(service, TWO));
  await one?.evaluate(
    (message) => window.postMessage(message, '*', [new MessageChannel().port2]),
    GOOD.message,
  );
  await two?.evaluate(
    (message) => window.parent.frames[0]?.postMessage(message, '*', [new MessageChannel().port2]),
    GOOD.message,
  );
  expect(await offer(page, [GOOD], 0)).toEqual([hello(0)]);
});

test("storage, databases, caches and workers of one device are not another's, nor the console's", async ({
  page,
  start,
}) => {
  const service = await start.service();
  const store = async (): Promise<unknown> =>
    await page.evaluate(async () => {
      localStorage.setItem('secret', location.host);
      sessionStorage.setItem('secret', location.host);
      await caches.open('secret');
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open('secret');
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      await navigator.serviceWorker.register('/.longwire/worker.js', { scope: '/' });
    });
  const seen = async (): Promise<unknown> =>
    await page.evaluate(async () => [
      localStorage.getItem('secret'),
      sessionStorage.getItem('secret'),
      await caches.keys(),
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'secret'),
      // The console has a worker of its own.
      (await navigator.serviceWorker.getRegistrations())
        .flatMap(({ installing, waiting, active }) => [installing, waiting, active])
        .filter((worker) => worker?.scriptURL.endsWith('/.longwire/worker.js')).length,
    ]);
  const nothing = [null, null, [], [], 0];
  await page.goto(originOf(service, ONE) + PAGE_PATH);
  await store();
  const { host } = new URL(originOf(service, ONE));
  expect(await seen()).toEqual([host, host, ['secret'], ['secret'], 1]);
  await page.goto(originOf(service, TWO) + PAGE_PATH);
  expect(await seen()).toEqual(nothing);
  for (const url of [service.url, consoleUrl(service)]) {
    await page.goto(url);
    expect(await seen()).toEqual(nothing);
  }
});

/** Sets a cookie by script and returns which of the pages see it. */
async function cookieSeen(page: Page, cookie: string, urls: readonly string[]): Promise<boolean[]> {
  const [first = '', ...others] = urls;
  const seen: boolean[] = [];
  await page.goto(first);
  await page.evaluate((text) => (document.cookie = text), cookie);
  for (const url of [first, ...others]) {
    await page.goto(url);
    seen.push(await page.evaluate(() => document.cookie.includes('crumb=')));
  }
  return seen;
}

test('cookies: below localhost no device reaches another; below a base that is no public suffix, Domain= does', async ({
  page,
  start,
}) => {
  const service = await start.service();
  const home = [
    originOf(service, ONE) + PAGE_PATH,
    originOf(service, TWO) + PAGE_PATH,
    consoleUrl(service),
    service.url,
  ];
  expect(await cookieSeen(page, 'crumb=1', home)).toEqual([true, false, false, false]);
  await page.context().clearCookies();
  expect(await cookieSeen(page, 'crumb=1; Domain=localhost', home)).toEqual([false, false, false, false]);
  // As an operator's wildcard host that is not on the public suffix list: the guide says what to do about it.
  const wide = await start.service({ args: ['--device-origin', 'http://*.devices.localhost'] });
  const below = [ONE, TWO].map((label) => originOf(wide, label, 'devices.localhost') + PAGE_PATH);
  const hosts = [...below, consoleUrl(wide), wide.url];
  await page.context().clearCookies();
  expect(await cookieSeen(page, 'crumb=1', hosts)).toEqual([true, false, false, false]);
  await page.context().clearCookies();
  expect(await cookieSeen(page, 'crumb=1; Domain=devices.localhost', hosts)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("on a device's origin the service answers nothing, and its page reaches neither that nor the console's", async ({
  page,
  context,
  start,
}) => {
  const service = await start.service();
  const origin = originOf(service, ONE);
  for (const path of ['/', '/healthz', '/metrics', '/api/v1/products', '/assets/index.js', '/index.html']) {
    const tab = await context.newPage();
    const answered = tab.waitForResponse(origin + path);
    // Chromium shows its own page where a 404 has no content, and says so by an error.
    await expect(tab.goto(origin + path)).rejects.toThrow('ERR_HTTP_RESPONSE_CODE_FAILURE');
    expect((await answered).status()).toBe(404);
    await tab.close();
  }
  await page.goto(origin + PAGE_PATH);
  for (const url of [origin, service.url]) {
    const fetched = page.evaluate(async (url) => await fetch(url, { mode: 'no-cors' }), `${url}/healthz`);
    await expect(fetched).rejects.toThrow('Failed to fetch');
    const socket = await page.evaluate(
      async (url) =>
        await new Promise((resolve) => {
          const socket = new WebSocket(url, 'json');
          socket.addEventListener('open', () => resolve('opened'));
          socket.addEventListener('error', () => resolve('refused'));
        }),
      `${url.replace('http', 'ws')}/signaling/v1`,
    );
    expect(socket).toBe('refused');
  }
});

test('a page of a device cannot read the console that frames it, nor another frame of it', async ({
  page,
  start,
}) => {
  const service = await start.service();
  await page.goto(consoleUrl(service));
  const one = await frame(page, originOf(service, ONE));
  await frame(page, originOf(service, TWO));
  const read = await one?.evaluate(() =>
    [
      () => document.title,
      () => window.parent.document.title,
      () => window.parent.localStorage.length,
      () => window.parent.frames[1]?.document.title,
    ].map((look) => {
      try {
        look();
        return 'read';
      } catch {
        return 'refused';
      }
    }),
  );
  expect(read).toEqual(['read', 'refused', 'refused', 'refused']);
  // So that no two hosts become one through document.domain.
  expect(await one?.evaluate(() => Reflect.get(window, 'originAgentCluster'))).toBe(true);
});
