/** @module The device, the network or a sleeping tab comes back: no input is lost and no second login is needed. */
import { expect, expectTyped, openPeers, SLOW_MS, test } from '../harness/guest-fixtures.ts';
import { SESSION_GIVEN_UP } from '../harness/frozen-tabs.ts';
import { PHONE } from '../harness/screens.ts';
import { goTo } from '../harness/places.ts';

test.use(PHONE);

test('when the device goes and comes back, input stays and no password is asked for', async ({
  openOwn,
  start,
}) => {
  test.setTimeout(SLOW_MS);
  const { tab, device } = await openOwn();
  const { page } = tab;
  const askedForPassword = page.getByTestId('login-form').waitFor();
  await device.child.kill();
  await expect(page.getByTestId('recovering')).toBeVisible({ timeout: SLOW_MS });
  await expectTyped(page);
  start.child(await device.startAgain());
  await expect(page.getByTestId('recovering')).toHaveCount(0, { timeout: SLOW_MS });
  await expect(tab.whoAmI).toContainText('admin');
  await expectTyped(page);
  await goTo(page, 'Live');
  await tab.expectMovingPicture();
  await expect.poll(async () => await openPeers(page)).toBe(1);
  await page.close();
  await expect(askedForPassword).rejects.toThrow('closed');
});

test('connections that do not need the service survive an offline period, and new ones wait for the network', async ({
  context,
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await tab.expectMovingPicture();
  await context.setOffline(true);
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('link', { name: /^Open / }).tap();
  await expect(tab.failure).toHaveAttribute('data-failure', 'offlineHere');
  await context.setOffline(false);
  await expect(tab.whoAmI).toContainText('guest-');
  await tab.expectMovingPicture();
  await expect.poll(guest.certificates).toBe(1);
});

test('a tab that slept until the device had closed its session is live again, with its input', async ({
  openOwn,
  tabs,
}) => {
  test.setTimeout(SLOW_MS);
  const { tab, device } = await openOwn();
  const { page } = tab;
  await Promise.all([device.child.nextLine(SESSION_GIVEN_UP), tabs.freeze()]);
  tabs.thaw();
  await expectTyped(page);
  await goTo(page, 'Live');
  await tab.expectMovingPicture();
  await expect(tab.whoAmI).toContainText('admin');
  await expect.poll(async () => await openPeers(page)).toBe(1);
});
