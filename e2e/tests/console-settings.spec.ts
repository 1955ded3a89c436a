/** @module The console's settings: language and colours, exporting and importing devices, and removing everything. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { PHONE } from '../harness/screens.ts';

test.use(PHONE);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).tap();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}

const chooseFile = async (page: Page, content: string): Promise<void> =>
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'devices.json', mimeType: 'application/json', buffer: Buffer.from(content) });

test('the chosen language and colours stay', async ({ openPage, shared }) => {
  const page = await openPage(`${shared.service.url}/`);
  await openSettings(page);
  await page.getByRole('radio', { name: 'Dark' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#0e1413');
  await page.getByRole('radio', { name: 'Deutsch' }).tap();
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // The smallest phone: German button labels are longer than English ones.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await new ConsolePage(page).overflow()).toBe(0);
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByRole('radio', { name: 'Automatisch' }).tap();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('devices are exported to another browser by a file, without passwords and certificates', async ({
  browser,
  device,
  openLink,
  shared,
}) => {
  const tab = await openLink();
  const { page } = tab;
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toContainText('admin');
  await page.getByRole('button', { name: 'All devices' }).tap();
  await openSettings(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).tap();
  const file = readFileSync(await (await download).path(), 'utf8');
  await expect(page.getByText('One device was saved.')).toBeVisible();
  expect(file).toContain(device.sct);
  expect(file).not.toContain(device.password);

  const other = await browser.newContext(PHONE);
  const there = await other.newPage();
  await there.goto(`${shared.service.url}/#/settings`);
  await chooseFile(there, file.slice(0, -5));
  await expect(there.getByText('This file cannot be read')).toBeVisible();
  await chooseFile(there, JSON.stringify({ format: 'bookmarks' }));
  await expect(there.getByText('This file is not from a console')).toBeVisible();
  await chooseFile(there, file.replace(device.fingerprint, 'abc'));
  await expect(there.getByText('This file is damaged: device 1, “fingerprint”.')).toBeVisible();
  await expect(there.getByText('There is no device to save yet.')).toBeVisible();
  await chooseFile(there, file);
  await expect(there.getByText('1 added.', { exact: true })).toBeVisible();
  expect(await new ConsolePage(there).overflow()).toBe(0);
  await there.getByRole('button', { name: 'Back' }).tap();
  await there.getByTestId(`device-${device.deviceId}`).getByRole('link').tap();
  const second = new ConsolePage(there);
  await expect(second.badge).toHaveText('Verified');
  await expect(there.getByTestId('login-form')).toBeVisible();

  await page.locator('input[type=file]').setInputFiles({
    name: 'devices.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file.replace(device.fingerprint, 'ab'.repeat(32))),
  });
  const kept = await page.getByText('names another key than the one that they proved here').innerText();
  const name = /: (?<name>[^:]+)\.$/u.exec(kept)?.groups?.['name'] ?? 'no name';
  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(page.getByTestId(`device-${device.deviceId}`)).toContainText(name);
  await other.close();
});

test('everything is removed, certificates too, after a confirmation', async ({
  device,
  openLink,
  shared,
}) => {
  const tab = await openLink();
  const { page } = tab;
  await expect(tab.whoAmI).toContainText('admin');
  await page.getByRole('button', { name: 'All devices' }).tap();
  await openSettings(page);
  await page.getByRole('radio', { name: 'Dark' }).tap();
  await page.getByRole('button', { name: 'Forget everything' }).tap();
  await expect(page.getByRole('button', { name: 'Keep it', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Keep it', exact: true }).tap();
  await page.getByRole('button', { name: 'Forget everything' }).tap();
  await page.getByRole('button', { name: 'Forget everything' }).tap();
  await expect(page.getByText('No devices yet')).toBeVisible();
  const kept = await tab.keptText();
  for (const held of [device.sct, device.fingerprint]) expect(kept).not.toContain(held);
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('longwire-identity');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  // With its certificate the device would ask for no password.
  await page.goto(pairingLink(shared.service.url, device, { pwd: 'not-the-password' }));
  await expect(page.getByTestId('login-form').getByText('The password in the link is wrong')).toBeVisible();
});
