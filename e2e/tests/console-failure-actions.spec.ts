/** @module Ways out of a failure: corrected ids connect, a device that hung up is reached again, attempts are counted, details can be read. */
import { expect, test } from '../harness/console-fixtures.ts';
import { NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);
  // Reason: most start their own device.
  test.slow();

  test('correcting unknown ids connects the device', async ({ device, openLink }) => {
    const tab = await openLink({ d: 'de-mistyped' });
    const { page } = tab;
    await expect(tab.failure).toHaveAttribute('data-failure', 'noSuchDevice');
    await page.getByRole('button', { name: 'Edit the ids' }).click();
    await page.getByLabel('Device id').fill(device.deviceId);
    await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    await expect(tab.badge).toHaveText('Verified');
    await tab.expectMovingPicture();
    await page.getByRole('button', { name: 'All devices' }).click();
    await expect(page.getByTestId(`device-${device.deviceId}`)).toBeVisible();
  });

  test('pasting a new link replaces a revoked token and connects the device', async ({
    device,
    openLink,
    shared,
  }) => {
    const tab = await openLink({ sct: 'lw_worth_nothing' });
    const { page } = tab;
    await expect(tab.failure).toHaveAttribute('data-failure', 'tokenRejected');
    await page.getByRole('button', { name: 'Paste a new link' }).click();
    await page.getByLabel('Link', { exact: true }).fill(pairingLink(shared.service.url, device));
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
  });

  for (const [code, kind] of [
    ['4010', 'deviceFault'],
    ['1000', 'deviceClosed'],
  ] as const) {
    test(`closed with ${code}: the details can be read, and the device reconnects by itself`, async ({
      openLink,
      shared,
      start,
    }) => {
      const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', code] });
      const tab = await openLink({}, device);
      await expect(tab.failure).toHaveAttribute('data-failure', kind);
      await tab.failure.getByText('Details', { exact: true }).click();
      await expect(tab.failure.locator('details code')).toBeVisible();
      await expect(tab.failure.locator('details code')).toContainText(code);
      await device.child.kill();
      start.child(await device.startAgain([]));
      await expect(tab.whoAmI).toHaveText('admin · Administrator', { timeout: NOTICE_MS });
      await tab.expectMovingPicture();
    });
  }

  test('a lost connection counts its attempts, and the last picture stays meanwhile', async ({
    openLink,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, 'longwire');
    const tab = await openLink({}, device);
    await tab.expectMovingPicture();
    await device.child.kill();
    for (const attempt of [3, 4])
      await expect(tab.recovering).toContainText(`Reconnecting, attempt ${attempt}.`, {
        timeout: NOTICE_MS,
      });
    await expect(tab.video.locator('canvas')).toBeVisible();
    start.child(await device.startAgain());
    await expect(tab.recovering).toHaveCount(0, { timeout: NOTICE_MS });
    await tab.expectMovingPicture();
  });
});
