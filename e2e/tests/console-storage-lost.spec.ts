/** @module The browser clears storage while the console is open: connections continue, and what can be stored again is. */
import type { BrowserContext } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { PHONE } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

base.use({ ...PHONE, serviceWorkers: 'allow' });

const NOT_STORED = 'This browser stores nothing here';

const test = base.extend<{
  /** The first tab at the device. An error reported by its page fails the test. */
  readonly tab: ConsolePage;
}>({
  tab: async ({ device, openPage, shared }, use) => {
    const tab = new ConsolePage(await openPage(`${shared.service.url}/`));
    const faults: Error[] = [];
    tab.page.on('pageerror', (error) => faults.push(error));
    await tab.page.evaluate(async () => await navigator.serviceWorker.ready);
    await tab.page.goto(pairingLink(shared.service.url, device));
    await expect(tab.whoAmI).toContainText('admin');
    await tab.expectMovingPicture();
    await use(tab);
    expect(faults).toEqual([]);
  },
});

/** Does what "clear site data" does. */
async function clearSiteData(context: BrowserContext, { page }: ConsolePage): Promise<void> {
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/** Whether the browser has the device stored now. Checking creates no database. */
const isKept = async ({ page }: ConsolePage, deviceId: string): Promise<boolean> =>
  await page.evaluate(async (deviceId) => {
    const opening = indexedDB.open('longwire');
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const isThere = await new Promise<boolean>((resolve) => {
      opening.addEventListener('success', () => resolve(true));
      opening.addEventListener('error', () => resolve(false));
    });
    if (!isThere) return false;
    const all = opening.result.transaction('devices').objectStore('devices').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return all.result.some((each) => each.deviceId === deviceId);
  }, deviceId);

test('when site data are cleared, the connection continues, and the device is stored again', async ({
  context,
  device,
  tab,
}) => {
  const { page } = tab;
  await goToRequests(page);
  await page.getByLabel('Path', { exact: true }).fill('/typed/and/not/sent');
  await clearSiteData(context, tab);
  await expect.poll(async () => await isKept(tab, device.deviceId)).toBe(true);
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/typed/and/not/sent');
  await goTo(page, 'Live');
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByTestId(`device-${device.deviceId}`)).toBeVisible();
  await expect(page.getByText(NOT_STORED)).toHaveCount(0);
  // The certificate that the device stores is gone: the password is asked for, and nothing else.
  await page.reload();
  await page.getByTestId(`device-${device.deviceId}`).getByRole('link').tap();
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue('admin');
});

test('when site data are cleared under two tabs, neither loses its device', async ({
  context,
  device,
  shared,
  start,
  tab,
}) => {
  const other = await start.device(shared.service, 'longwire');
  const second = new ConsolePage(await context.newPage());
  await second.page.goto(pairingLink(shared.service.url, other));
  await expect(second.whoAmI).toContainText('admin');
  await second.expectMovingPicture();
  await clearSiteData(context, tab);
  for (const { deviceId } of [device, other]) {
    await expect.poll(async () => await isKept(tab, deviceId)).toBe(true);
  }
  await tab.expectMovingPicture();
  await second.expectMovingPicture();
  for (const { page } of [tab, second]) {
    await page.getByRole('button', { name: 'All devices' }).tap();
    await expect(page.locator('[data-testid^="device-"]')).toHaveCount(2);
  }
});

test('when storage is full the person reads so, until space is available again', async ({
  context,
  device,
  openPage,
  shared,
}) => {
  const { url: origin } = shared.service;
  const tab = new ConsolePage(await openPage(`${origin}/`));
  const { page } = tab;
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.goto(pairingLink(origin, device));
  await expect(tab.whoAmI).toContainText('admin');
  await tab.expectMovingPicture();
  await goToRequests(page);
  await page.getByLabel('Path', { exact: true }).fill('/typed/and/not/sent');
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByText(NOT_STORED)).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByTestId(`device-${device.deviceId}`).getByRole('link').tap();
  await expect.poll(async () => await isKept(tab, device.deviceId)).toBe(true);
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByText(NOT_STORED)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('when everything is removed in one tab, another open tab and the first open again', async ({
  context,
  tab,
}) => {
  const second = new ConsolePage(await context.newPage());
  await second.page.goto(tab.page.url());
  await expect(second.whoAmI).toContainText('admin');
  const { page } = tab;
  await page.getByRole('button', { name: 'All devices' }).tap();
  await page.getByRole('button', { name: 'Settings' }).tap();
  await page.getByRole('button', { name: 'Forget everything' }).tap();
  await page.getByRole('button', { name: 'Forget everything' }).tap();
  await expect(page.getByText('No devices yet')).toBeVisible();
  for (const each of [tab, second]) {
    await each.page.goto(new URL('/', page.url()).href);
    await each.page.reload();
    await expect(each.page.getByText('No devices yet')).toBeVisible();
  }
});
