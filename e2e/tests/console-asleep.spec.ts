/** @module Tabs that sleep until their browser's certificate has to be renewed, or has expired. */
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { SESSION_GIVEN_UP, useFrozenTabs, type FrozenTabs } from '../harness/frozen-tabs.ts';
import { PHONE } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

base.use(PHONE);

/** Reason: a device needs half a minute to notice that its client is gone. */
const SLOW_MS = 150_000;

const DAY_MS = 24 * 3_600_000;

interface Sleeper {
  readonly device: Device;
  readonly tab: ConsolePage;
}

const test = base.extend<{
  /** A device for the test, and a tab that it recognises by the browser's certificate alone. */
  readonly sleeper: Sleeper;
  readonly tabs: FrozenTabs;
  /** Has every tab sleep for a number of days, and long enough for the device to have closed the session. */
  readonly sleep: (device: Device, pages: readonly Page[], days: number) => Promise<void>;
}>({
  sleeper: async ({ context, openPage, shared, start }, use) => {
    const device = await start.device(shared.service, 'longwire');
    // A page's clock is that of the machine until it has slept.
    await context.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + Number(sessionStorage.getItem('slept-ms') ?? 0);
    });
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    await expect(tab.whoAmI).toContainText('admin');
    await tab.page.reload();
    await expect(tab.whoAmI).toContainText('admin');
    await goToRequests(tab.page);
    await tab.page.getByLabel('Path', { exact: true }).fill('/typed/and/not/sent');
    await use({ device, tab });
  },
  tabs: useFrozenTabs,
  sleep: async ({ tabs }, use) => {
    await use(async (device, pages, days) => {
      for (const page of pages) {
        await page.evaluate((ms) => sessionStorage.setItem('slept-ms', `${ms}`), days * DAY_MS);
      }
      const missed = pages.map(async () => await device.child.nextLine(SESSION_GIVEN_UP));
      await Promise.all([...missed, tabs.freeze()]);
      tabs.thaw();
    });
  },
});

/** The age of the certificate that the browser uses, and how many it stores for devices. */
const keptSince = async (page: Page): Promise<readonly number[]> =>
  await page.evaluate(async () => {
    const opening = indexedDB.open('longwire-identity');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('certificates').objectStore('certificates').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return all.result.map(({ current }) => current.createdMs);
  });

test('two tabs that slept past the renewal date renew once, stay logged in, and are recognised afterwards', async ({
  context,
  sleep,
  sleeper: { device, tab },
}) => {
  test.setTimeout(SLOW_MS);
  const second = new ConsolePage(await context.newPage());
  await second.page.goto(tab.page.url());
  await expect(second.whoAmI).toContainText('admin');
  const [before = 0] = await keptSince(tab.page);
  await sleep(device, [tab.page, second.page], 183);
  await expect
    .poll(async () => (await keptSince(tab.page)).map((since) => since - before > DAY_MS))
    .toEqual([true]);
  const [renewed] = await keptSince(tab.page);
  await expect(tab.page.getByLabel('Path', { exact: true })).toHaveValue('/typed/and/not/sent');
  for (const each of [tab, second]) {
    await expect(each.whoAmI).toContainText('admin');
    await each.page.reload();
    await expect(each.whoAmI).toContainText('admin');
    expect((await each.sentPaths()).filter((path) => path.includes('pwd-auth'))).toEqual([]);
  }
  expect(await keptSince(tab.page)).toEqual([renewed]);
});

test('a tab that slept until its certificate expired says so, and is recognised again after one login', async ({
  sleep,
  sleeper: { device, tab },
}) => {
  test.setTimeout(SLOW_MS);
  const { page } = tab;
  await sleep(device, [page], 366);
  const form = page.getByTestId('login-form');
  // A guest who came by an invite has no password.
  await expect(form).toContainText(
    'The device no longer knows this browser. Log in once more, or ask its owner for an invite.',
  );
  await expect(form.getByRole('textbox', { name: 'User name' })).toHaveValue('admin');
  expect(await tab.overflow()).toBe(0);
  await form.getByRole('textbox', { name: 'Password' }).fill(device.password);
  await form.getByRole('button', { name: 'Log in', exact: true }).tap();
  await expect(tab.whoAmI).toContainText('admin');
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/typed/and/not/sent');
  await tab.whoAmI.tap();
  await expect(page.getByText('The device no longer knows this browser.')).toHaveCount(0);
  // The new certificate is valid for a year from the machine's time.
  await page.evaluate(() => sessionStorage.removeItem('slept-ms'));
  await page.reload();
  await expect(tab.whoAmI).toContainText('admin');
});
