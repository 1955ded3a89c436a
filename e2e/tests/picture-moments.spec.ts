/** @module Takes pictures of short-lived screens and of failures: connecting, inviting, and errors. */
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { invite, openTab } from '../harness/people-fixtures.ts';
import { addDevice, draw, openDevice, SIZES } from '../harness/pictures.ts';

// Reason: a loss takes time to be noticed, and the doctor takes its time.
test.describe.configure({ timeout: 180_000 });

for (const [size, use] of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use(use);

    test('takes pictures of the screens while connecting', async ({ device, openPage, shared, start }) => {
      const page = await openPage(`${shared.service.url}/#/add`);
      // The device's messages are dropped: connecting stays in progress.
      const proxy = await start.proxy({
        upstream: shared.service.webSocketUrl,
        rewrite: ({ direction, message }) =>
          direction === 'toClient' && message.data !== undefined ? undefined : message,
      });
      await addDevice(page, pairingLink(shared.service.url, device), 'Front door', proxy.url);
      await expect(page.getByTestId('connecting')).toHaveAttribute('data-step', 'opening');
      await draw(page, 'connecting', size);

      const login = await openPage(`${shared.service.url}/#/add`);
      await addDevice(login, pairingLink(shared.service.url, device, { pwd: '' }), 'Front door');
      await expect(login.getByTestId('login-form')).toBeVisible();
      await draw(login, 'login', size);
    });

    test('takes pictures of an invite', async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const page = await openPage(`${shared.service.url}/#/add`);
      await openDevice(page, pairingLink(shared.service.url, device), 'Front door');
      await openTab(page);
      await invite(page, 'anna', 'Standard');
      await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
      await draw(page, 'invite', size);
    });

    test('takes pictures of the stop screen for another key', async ({ device, openPage, shared }) => {
      const page = await openPage(`${shared.service.url}/#/add`);
      const { stopScreen } = new ConsolePage(page);
      await addDevice(page, pairingLink(shared.service.url, device, { fp: 'ab'.repeat(32) }), 'Front door');
      await expect(stopScreen).toBeVisible();
      await draw(page, 'stop', size);
    });

    test('takes pictures of a device that goes away', async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const page = await openPage(`${shared.service.url}/#/add`);
      const tab = await openDevice(page, pairingLink(shared.service.url, device), 'Front door');
      await tab.expectMovingPicture();
      await device.child.kill();
      await expect(tab.recovering).toBeVisible({ timeout: NOTICE_MS });
      await draw(page, 'recovering', size);

      await page.reload();
      await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
      await draw(page, 'failure', size);
      await tab.failure.getByRole('button', { name: 'Find the problem' }).click();
      await new DoctorPage(page, shared.service.url).expectConclusion('deviceOffline', 'offline');
      await draw(page, 'doctor', size);
    });
  });
}
