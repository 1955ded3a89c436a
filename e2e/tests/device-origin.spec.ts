/** @module One origin per device for its own pages: which pages may frame it, and what a page there can reach of others. */
import { consoleUrl, frame, frameAddress, ONE, originOf, PAGE_PATH, TWO } from '../harness/device-origin.ts';
import { expect, test } from '../harness/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('no page frames the console, not even one of the same origin', async ({ page, shared }) => {
  const testPage = `${shared.pagesUrl}/test.html`;
  await page.goto(testPage);
  expect(await frameAddress(page, testPage)).toBeDefined();
  expect(await frameAddress(page, `${shared.service.url}/`)).toBeUndefined();
  await page.goto(`${shared.service.url}/`);
  await expect(page.getByRole('main')).toBeVisible();
  expect(await frameAddress(page, `${shared.service.url}/`)).toBeUndefined();
});

test("only the console frames a device's page: no page of another site, and no other device's page", async ({
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
    // Chromium shows its own page for a 404 without content, and logs an error.
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
