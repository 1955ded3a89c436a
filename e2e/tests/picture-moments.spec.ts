/** @module Draws the screens that stand for a while only, or when something is the matter: on the way in, inviting, and what went wrong. */
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { invite, openTab } from '../harness/people-fixtures.ts';
import { addNamed, draw, openNamed, SIZES } from '../harness/pictures.ts';

// Reason: what is lost has to be noticed, and the doctor takes its time.
test.describe.configure({ timeout: 180_000 });

for (const [size, use] of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use(use);

    test('on the way in', async ({ device, openPage, shared, start }) => {
      const page = await openPage(`${shared.service.url}/#/add`);
      // What the device says is lost: the way to it stays as it is, being opened.
      const proxy = await start.proxy({
        upstream: shared.service.webSocketUrl,
        rewrite: ({ direction, message }) =>
          direction === 'toClient' && message.data !== undefined ? undefined : message,
      });
      await addNamed(page, pairingLink(shared.service.url, device), 'Front door', proxy.url);
      await expect(page.getByTestId('connecting')).toHaveAttribute('data-step', 'opening');
      await draw(page, 'connecting', size);

      const login = await openPage(`${shared.service.url}/#/add`);
      await addNamed(login, pairingLink(shared.service.url, device, { pwd: '' }), 'Front door');
      await expect(login.getByTestId('login-form')).toBeVisible();
      await draw(login, 'login', size);
    });

    test('an invite', async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const page = await openPage(`${shared.service.url}/#/add`);
      await openNamed(page, pairingLink(shared.service.url, device), 'Front door');
      await openTab(page);
      await invite(page, 'anna', 'Standard');
      await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
      await draw(page, 'invite', size);
    });

    test('another key', async ({ device, openPage, shared }) => {
      const page = await openPage(`${shared.service.url}/#/add`);
      const { stopScreen } = new ConsolePage(page);
      await addNamed(page, pairingLink(shared.service.url, device, { fp: 'ab'.repeat(32) }), 'Front door');
      await expect(stopScreen).toBeVisible();
      await draw(page, 'stop', size);
    });

    test('a device that goes', async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const page = await openPage(`${shared.service.url}/#/add`);
      const tab = await openNamed(page, pairingLink(shared.service.url, device), 'Front door');
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
