/** @module Draws the pictures in docs/images: the console's screens on a phone and on a desktop. Run on demand only. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { ROOT, STREAM_DEVICE } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';
import { WebSite } from '../harness/web-site.ts';

const IMAGES = join(ROOT, 'docs/images');

const siteTest = test.extend<{ readonly site: WebSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  site: async ({}, use) => {
    const site = await WebSite.start();
    await use(site);
    await site.stop();
  },
});

async function openNamed(page: Page, link: string, name: string): Promise<ConsolePage> {
  const tab = new ConsolePage(page);
  await page.getByLabel('Link', { exact: true }).fill(link);
  await page.getByText('Name and service address').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toContainText('admin');
  return tab;
}

test.describe('for the README', () => {
  test.use({ viewport: { width: 1200, height: 760 }, deviceScaleFactor: 1.5, colorScheme: 'light' });

  test('the console, live', async ({ device, openPage, shared }) => {
    const page = await openPage(`${shared.service.url}/#/add`);
    const tab = await openNamed(page, pairingLink(shared.service.url, device), 'Front door');
    await tab.expectMovingPicture();
    await page.screenshot({ path: join(IMAGES, 'console.png') });
  });
});

const SIZES = [
  ['phone', { ...PHONE, deviceScaleFactor: 1.5, colorScheme: 'dark' }],
  ['desktop', { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, colorScheme: 'light' }],
] as const;

for (const [size, use] of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use(use);

    siteTest('every screen', async ({ device, openPage, shared, site, start }) => {
      siteTest.setTimeout(180_000);
      const args = ['--tcp-port', String(site.port), '--files', '/tmp'];
      const workshop = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
      const page = await openPage(`${shared.service.url}/#/add`);
      const shot = async (name: string): Promise<void> => {
        const path = join(IMAGES, 'screens', `${name}-${size}.jpg`);
        await page.screenshot({ path, quality: 75, type: 'jpeg', animations: 'disabled' });
      };
      const section = async (name: string): Promise<void> => {
        await page.getByRole('link', { name, exact: true }).click();
      };

      await page.getByLabel('Link', { exact: true }).fill(pairingLink(shared.service.url, device));
      await shot('add');
      const tab = await openNamed(page, pairingLink(shared.service.url, device), 'Front door');
      await tab.expectMovingPicture();
      await shot('live');
      await section('Requests');
      await page.getByLabel('Path').fill('/iam/me');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByTestId('answer-body')).toContainText('Administrator');
      await shot('requests');
      await section('People');
      await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
      await shot('people');
      await section('Connection');
      await expect(page.getByText('There and back').first()).toBeVisible();
      await shot('connection');

      await page.evaluate(() => void (location.hash = '#/add'));
      await openNamed(page, pairingLink(shared.service.url, workshop), 'Workshop');
      await section('Terminal');
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await page.getByRole('textbox', { name: 'Terminal input' }).focus();
      await page.keyboard.type('uname -sm\n');
      await expect(page.locator('.xterm-rows')).toContainText('Linux');
      await shot('terminal');
      await section('Web');
      await expect(
        page.frameLocator('.lw-web-frame').frameLocator('iframe').getByRole('heading', { name: 'Garden' }),
      ).toBeVisible();
      await shot('web');

      await page.getByRole('button', { name: 'All devices' }).click();
      await expect(page.getByTestId('presence').first()).toContainText('Reachable');
      await shot('devices');
      await page.evaluate(() => void (location.hash = '#/wall'));
      await expect(page.locator('[data-testid^="tile-"][data-state="live"]').first()).toBeVisible();
      await shot('wall');
      await page.evaluate(() => void (location.hash = '#/settings'));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shot('settings');
      await page.evaluate(
        (link) => location.assign(link),
        new URL(pairingLink(shared.service.url, device, { fp: 'ab'.repeat(32) })).hash,
      );
      await expect(tab.stopScreen).toBeVisible();
      await shot('stop');
    });

    test('the operators’ part', async ({ page, start }) => {
      const service = await start.service();
      await addOperators(service, { ada: 'admin' });
      const tab = await OperatorsPage.open(page, service);
      await tab.signIn('ada');
      await expect(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
      const path = join(IMAGES, 'screens', `service-${size}.jpg`);
      await page.screenshot({ path, quality: 75, type: 'jpeg', animations: 'disabled' });
    });
  });
}
