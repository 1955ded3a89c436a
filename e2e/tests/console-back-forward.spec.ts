/** @module Leaving the console for another site and going back: to the cached page, or to a reloaded one. */
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** Reason: each test starts its own device, and a loss takes time to be noticed. */
const SLOW_MS = 120_000;

const test = base.extend<object, object>({
  // Playwright turns the back/forward cache off.
  launchOptions: [
    async ({ launchOptions }, use) =>
      await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test.setTimeout(SLOW_MS);

const typed = (page: Page) => page.getByLabel('Path', { exact: true });

/** Types a request at a live device, and has the page record whether it was restored from the cache. */
async function typeWhileLive(tab: ConsolePage): Promise<void> {
  const { page } = tab;
  await tab.expectMovingPicture();
  await expect(tab.whoAmI).toContainText('admin');
  await goToRequests(page);
  await typed(page).fill('/typed/and/not/sent');
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted));
  });
}

/** Goes back; a cached page does not load, so it is shown immediately. */
async function goBack(page: Page): Promise<boolean> {
  await page.goBack({ waitUntil: 'commit' });
  return await page.evaluate(() => Reflect.get(window, 'wasKept') === true);
}

async function expectLiveAsBefore(tab: ConsolePage): Promise<void> {
  const { page } = tab;
  await expect(tab.whoAmI).toContainText('admin', { timeout: SLOW_MS });
  await expect(tab.recovering).toHaveCount(0, { timeout: SLOW_MS });
  await expect(tab.badge).toHaveText('Verified');
  await expect(typed(page)).toHaveValue('/typed/and/not/sent');
  await goTo(page, 'Live');
  await tab.expectMovingPicture();
  await expect.poll(async () => await page.evaluate(() => window.instruments.openPeers())).toBe(1);
}

test('a page with an open connection is not cached, and the reloaded page continues where the person was', async ({
  device,
  openPage,
  shared,
}) => {
  const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
  await typeWhileLive(tab);
  await tab.page.goto(`${shared.pagesUrl}/test.html`);
  expect(await goBack(tab.page)).toBe(false);
  await expectLiveAsBefore(tab);
  expect((await tab.sentPaths()).filter((path) => path.includes('pwd'))).toEqual([]);
});

test('a cached page that waits for a device continues, and is live once the device is back', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
  await typeWhileLive(tab);
  await device.child.kill();
  // Between two attempts: a page in the middle of one has an open socket, and is not cached.
  await expect(tab.recovering).toHaveAttribute('data-failure', 'offline', { timeout: SLOW_MS });
  await expect(tab.recovering.getByTestId('retry')).toBeVisible({ timeout: SLOW_MS });
  await tab.page.goto(`${shared.pagesUrl}/test.html`);
  start.child(await device.startAgain());
  expect(await goBack(tab.page)).toBe(true);
  await expectLiveAsBefore(tab);
});
