/** @module An operator's session in a real browser: the cookie is stored safely, and no other page can use it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.ts';
import type { Service } from '../harness/service.ts';

const PASSWORD = 'correct horse battery';
const COOKIE = '__Host-longwire';

async function addOperator(service: Service): Promise<void> {
  const key = await service.addKey('e2e', 'admin');
  const added = await fetch(`${service.url}/api/v1/operators`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ada', role: 'admin', password: PASSWORD }),
  });
  expect(added.status).toBe(201);
}

/** The result of a request from a script of the page. */
async function ask(page: Page, url: string, method = 'GET', body?: object): Promise<number | string> {
  return await page.evaluate(
    async ([url, method, body]) => {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      try {
        const answer = await fetch(url, {
          method,
          credentials: 'include',
          ...(body === undefined ? {} : json),
        });
        return answer.status;
      } catch {
        return 'no answer';
      }
    },
    [url, method, body] as const,
  );
}

for (const host of ['localhost', '127.0.0.1']) {
  test(`on http://${host} the browser keeps the session, and no script sees it`, async ({ start, page }) => {
    const service = await start.service();
    await addOperator(service);
    await page.goto(service.url.replace('127.0.0.1', host));
    expect(await ask(page, '/api/v1/me')).toBe(401);
    expect(await ask(page, '/api/v1/login', 'POST', { name: 'ada', password: PASSWORD })).toBe(200);
    expect(await ask(page, '/api/v1/me')).toBe(200);
    const cookies = await page.context().cookies();
    expect(cookies).toEqual([
      expect.objectContaining({
        name: COOKIE,
        domain: host,
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        expires: -1,
      }),
    ]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await ask(page, '/api/v1/products', 'POST', { productId: 'pr-new' })).toBe(201);
    expect(await ask(page, '/api/v1/logout', 'POST')).toBe(204);
    expect(await ask(page, '/api/v1/me')).toBe(401);
    expect(await page.context().cookies()).toEqual([]);
  });
}

test('a page on another port of the same host, which sends the cookie too, reads and changes nothing', async ({
  start,
  page,
  shared,
}) => {
  const service = await start.service();
  await addOperator(service);
  const own = service.url.replace('127.0.0.1', 'localhost');
  await page.goto(own);
  expect(await ask(page, '/api/v1/login', 'POST', { name: 'ada', password: PASSWORD })).toBe(200);
  const other = await page.context().newPage();
  await other.goto(`${shared.pagesUrl.replace('127.0.0.1', 'localhost')}/test.html`);
  expect(await other.evaluate(() => location.hostname)).toBe('localhost');
  expect(await ask(other, `${own}/api/v1/me`)).toBe('no answer');
  expect(await ask(other, `${own}/api/v1/products`, 'POST', { productId: 'pr-evil' })).toBe('no answer');
  // a request without preflight arrives, with the cookie, and is refused; the audit record names the operator
  await other.evaluate(async (url) => {
    await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => undefined);
  }, `${own}/api/v1/logout`);
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/audit?action=operator.logout');
    const page: { items: { outcome: string; actor: string }[] } = await answer.json();
    return page;
  });
  expect(refused.items).toEqual([expect.objectContaining({ outcome: 'refused', actor: 'operator:ada' })]);
  expect(await ask(page, '/api/v1/me')).toBe(200);
  expect(await ask(page, '/api/v1/products/pr-evil')).toBe(404);
});
