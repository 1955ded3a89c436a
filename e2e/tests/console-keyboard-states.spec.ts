/** @module Failures by keyboard alone: mistakes in details, a device that is away, a changed key, another user, the doctor. */
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Reason: key by key, each checked.
test.slow();
webTest.slow();

test("a link's fields are edited, rejected, and corrected by keyboard", async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(`${shared.service.url}/#/add`);
  const keys = new Keyboard(page);
  const ways = page.getByRole('radiogroup').first();
  await keys.press(ways.getByRole('radio').first(), 'ArrowLeft');
  await expect(ways.getByRole('radio', { name: 'Type it in' })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await keys.type(page.getByLabel('Link', { exact: true }), pairingLink(shared.service.url, device));
  await keys.press(page.getByRole('button', { name: 'Edit' }));
  await expect(page.getByLabel('Product id')).toHaveValue(device.productId);
  await expect(page.getByRole('heading', { name: 'Add a device' })).toBeFocused();
  await keys.type(page.getByLabel('Fingerprint'), 'ab');
  const connect = page.getByRole('button', { name: 'Connect' });
  await keys.press(connect);
  await expect(page.getByRole('textbox', { name: 'Fingerprint' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Fingerprint')).toBeFocused();
  await keys.type(page.getByLabel('Fingerprint'), device.fingerprint);
  await keys.press(connect);
  await expect(page.getByRole('heading', { level: 1, name: device.deviceId })).toBeFocused();
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
});

test('a device that is away can be retried and diagnosed by keyboard, and connects when it is back', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  await device.child.kill();
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  await expect(tab.failure).toHaveAttribute('data-failure', 'offline', { timeout: 40_000 });
  const again = tab.failure.getByRole('button', { name: 'Try now' });
  await keys.press(again);
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  await expect(again).toBeFocused();
  await keys.press(tab.failure.locator('summary'));
  await keys.tabTo(tab.failure.getByRole('button', { name: 'Find the problem' }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Doctor: ${device.deviceId}` })).toBeFocused();
  await expect(page.getByTestId('doctor')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  const examine = page.getByRole('button', { name: 'Check again' });
  await keys.press(examine);
  await expect(examine).toBeFocused();
  start.child(await device.startAgain());
  await keys.tabTo(page.getByRole('button', { name: 'Back to the device' }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(tab.badge).toHaveText('Verified', { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name: device.deviceId })).toBeFocused();
});

test('losing and restoring the connection leaves the focus unchanged', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const save = page.getByRole('button', { name: 'Save a picture' });
  await tab.expectMovingPicture();
  await keys.tabTo(save);
  await device.child.kill();
  await expect(tab.recovering).toBeVisible({ timeout: NOTICE_MS });
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  start.child(await device.startAgain());
  await expect(tab.recovering).toBeHidden({ timeout: NOTICE_MS });
  await expect(save).toBeEnabled();
  await expect(save).toBeFocused();
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
});

test('a changed key leaves only the way out; another user logs in by keyboard', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  await expect(tab.whoAmI).toContainText('Administrator');
  await keys.press(tab.whoAmI);
  const other = page.getByRole('button', { name: 'Try as another user' });
  await keys.tabTo(other);
  await page.keyboard.press('Escape');
  await expect(other).toBeHidden();
  await expect(tab.whoAmI).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.press(other);
  await expect(page.getByTestId('login-form')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: device.deviceId })).toBeFocused();
  await keys.type(page.getByRole('textbox', { name: 'Password' }), device.password);
  await page.keyboard.press('Enter');
  await expect(tab.whoAmI).toContainText('Administrator');

  await page.goto(pairingLink(shared.service.url, device, { fp: 'ab'.repeat(32) }));
  await expect(tab.stopScreen).toBeVisible();
  await keys.press(tab.stopScreen.getByRole('button', { name: 'Connect with the key I know' }));
  await expect(tab.badge).toHaveText('Verified');
  await expect(page.getByRole('heading', { level: 1, name: device.deviceId })).toBeFocused();
});

test('the connection is inspected and its log filtered, scrolled and copied by keyboard', async ({
  context,
  openPage,
  shared,
  device,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
  await keys.goToMore('Connection');
  await keys.choose(page.getByLabel('From', { exact: true }), 'Everything');
  const log = page.getByTestId('log');
  await keys.press(log, 'End');
  await expect.poll(async () => await log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await keys.press(page.getByRole('button', { name: 'Copy the log' }));
  await expect
    .poll(async () => await page.evaluate(async () => await navigator.clipboard.readText()))
    .toContain('signaling');
  await keys.expectSomewhere();
});

webTest("Tab moves into the device's own page and out of it", async ({ makeDevice, openWeb }) => {
  const { device } = await makeDevice();
  const tab = await openWeb(device);
  const { page } = tab;
  const keys = new Keyboard(page);
  await frameOf(tab);
  await keys.type(page.getByRole('textbox', { name: 'Path on the device' }), '/second');
  await page.keyboard.press('Enter');
  await frameOf(tab, 'Second');
  await keys.tabTo(page.getByRole('button', { name: 'Back in the page' }), { isBack: true });
  await page.keyboard.press('Enter');
  await frameOf(tab, 'Garden');
  await expect(page.getByRole('button', { name: 'Back in the page' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Back in the page' })).toBeFocused();
  const link = pageOf(tab).getByRole('link', { name: 'Second page' });
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await link.evaluate((element) => element === element.ownerDocument.activeElement)) break;
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await frameOf(tab, 'Second');
  const address = page.getByRole('textbox', { name: 'Path on the device' });
  await keys.tabTo(address, { isBack: true });
  await expect(address).toHaveValue(/^\/second/u);
});
