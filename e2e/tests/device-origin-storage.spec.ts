/** @module What a page on a device's origin stores: no other device's page sees it, nor does the console. */
import type { Page } from '@playwright/test';
import { consoleUrl, ONE, originOf, PAGE_PATH, TWO } from '../harness/device-origin.ts';
import { expect, test } from '../harness/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

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
      // The console has its own worker, with a cache.
      (await caches.keys()).filter((name) => name === 'secret'),
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'secret'),
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
  // An operator's wildcard host that is not on the public suffix list; the guide says what to do about it.
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
