/** @module The release build of the console: from a file server of another origin, in a sub-folder, without protective headers. */
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { ownTest } from '../harness/own-console.ts';
import { startPageServer } from '../harness/page-server.ts';
import { watchPolicy } from '../harness/policy-watch.ts';
import { frameOf } from '../harness/web-fixtures.ts';

// Reason: each test starts a service and a file server, and the first one builds the console as well.
ownTest.slow();

/** The result of a fetch and of a WebSocket to these addresses in this page; the directive when the page's policy refuses it. */
async function attempts(page: Page, http: string, ws: string): Promise<readonly string[]> {
  return await page.evaluate(
    async ([toFetch, toOpen]) => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        refused.push(`${effectiveDirective} ${new URL(blockedURI).protocol}`),
      );
      await fetch(toFetch, { mode: 'no-cors' }).catch(() => undefined);
      await new Promise<void>((resolve) => {
        const socket = new WebSocket(toOpen);
        socket.addEventListener('error', () => resolve());
        socket.addEventListener('open', () => resolve());
      });
      return refused.sort();
    },
    [http, ws] as const,
  );
}

ownTest(
  'the self-hosted console connects to a device, verifies it and shows its video without violating any policy',
  async ({ context, openPage, own, service, start }) => {
    const broken = await watchPolicy(context);
    const device = await start.device(service, 'longwire');
    const tab = new ConsolePage(await openPage(pairingLink(own.url, device)));
    await expect(tab.badge).toHaveText('Verified');
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    await tab.expectMovingPicture();
    expect(broken).toEqual([]);
  },
);

ownTest(
  'the browser lets the self-hosted page reach the listed service, and no other host',
  async ({ openPage, own, service, start }) => {
    const other = await start.service();
    const page = await openPage(`${own.url}/`);
    await expect(page.getByRole('link', { name: 'For operators of the service' })).toBeVisible();
    expect(await attempts(page, service.url, `${service.webSocketUrl}/v1`)).toEqual([]);
    expect(await attempts(page, other.url, `${other.webSocketUrl}/v1`)).toEqual([
      'connect-src http:',
      'connect-src ws:',
    ]);
  },
);

ownTest(
  'a link and an address of an unlisted service are refused with an explanation',
  async ({ openPage, own, service, start }) => {
    const other = await start.service();
    const device = await start.device(other, 'longwire');
    const [listed, unlisted] = [service, other].map(({ url }) => new URL(url).host);
    const page = await openPage(`${own.url}/#/add`);
    await page.getByRole('textbox', { name: 'Link' }).fill(pairingLink(other.url, device));
    await expect(
      page.getByText(`This link is for the service ${unlisted}. This console talks only to: ${listed}.`),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByTestId('link-contents')).toHaveCount(0);
    await page.getByRole('radio', { name: 'Type it in' }).check();
    await page.getByLabel('Product id').fill(device.productId);
    await page.getByLabel('Device id').fill(device.deviceId);
    await page.getByLabel('Connection token').fill(device.sct);
    await page.getByLabel('Service address').fill(other.webSocketUrl);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText(`This console talks only to: ${listed}.`, { exact: true })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('#/add');
  },
);

ownTest('a pasted link of the listed service is accepted', async ({ openPage, own, service, start }) => {
  const device = await start.device(service, 'longwire');
  const page = await openPage(`${own.url}/#/add`);
  await page.getByRole('textbox', { name: 'Link' }).fill(pairingLink(service.url, device));
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
});

ownTest(
  'a device of a service that is no longer listed stays stored, and is not connected to',
  async ({ openPage, own, service, start }) => {
    const device = await start.device(service, 'longwire');
    const tab = new ConsolePage(await openPage(pairingLink(own.url, device)));
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    own.list('wss://elsewhere.example');
    await tab.page.reload();
    await expect(tab.failure).toHaveAttribute('data-failure', 'notListed');
    await expect(tab.failure).toContainText(service.webSocketUrl);
  },
);

ownTest(
  "the self-hosted console shows the device's own page, and refers operators to the service's own address",
  async ({ makeDevice, openWeb, own, service }) => {
    const { device } = await makeDevice(service);
    const tab = await openWeb(device, own.url);
    await frameOf(tab);
    await tab.page.goto(`${own.url}/#/service`);
    await expect(tab.page.getByText('This console comes from elsewhere.')).toBeVisible();
    const link = tab.page.getByRole('link', { name: new URL(service.url).host });
    await expect(link).toHaveAttribute('href', `${service.url}/#/service`);
  },
);

ownTest(
  'a service that does not allow this console is reported, with the setting to change',
  async ({ makeDevice, openWeb, own, start }) => {
    const closed = await start.service();
    own.list(closed.webSocketUrl);
    const { device } = await makeDevice(closed);
    const { page } = await openWeb(device, own.url);
    await expect(page.getByText(`--allow-origin ${own.origin}`)).toBeVisible();
  },
);

ownTest(
  'the self-hosted console opens while its host is down, with its devices and its list of services',
  async ({ openPage, own, service, start }) => {
    const device = await start.device(service, 'longwire');
    const tab = new ConsolePage(await openPage(pairingLink(own.url, device)));
    await expect(tab.badge).toHaveText('Verified');
    const scope = await tab.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(`${own.url}/`);
    await own.stop();
    await tab.page.reload();
    await expect(tab.badge).toHaveText('Verified');
    const other = await start.service();
    expect(await attempts(tab.page, other.url, `${other.webSocketUrl}/v1`)).toHaveLength(2);
  },
);

ownTest(
  'without a list of services, or with a damaged one, the console connects to nothing and says what to do',
  async ({ openPage, own }) => {
    const page = await openPage(`${own.url}/`);
    await expect(page.getByRole('heading', { name: 'This console has no list of services.' })).toBeVisible();
    own.list('wss://*.example');
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'The list of services of this console cannot be read.' }),
    ).toBeVisible();
    await expect(page.getByText('{ "services": ["wss://signal.example"] }')).toBeVisible();
  },
);

ownTest(
  'inside another page the self-hosted console shows only a link out',
  async ({ openPage, own, service }) => {
    own.list(service.webSocketUrl);
    const around = await startPageServer();
    const page = await openPage(`${around.url}/test.html`);
    await page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    }, `${own.url}/`);
    const inside = page.frameLocator('iframe');
    await expect(inside.getByRole('heading', { name: 'The console is inside another page.' })).toBeVisible();
    await expect(inside.getByRole('link')).toHaveText(['Open it by itself']);
    await expect(inside.getByRole('button')).toHaveCount(0);
    await around.stop();
  },
);
