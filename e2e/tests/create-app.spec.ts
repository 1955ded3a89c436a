/** @module An application created by the packed `npm create @longwire` command: its own test, its build, and the built page with a real device. */
import { join } from 'node:path';
import { AppFactory } from '../harness/created-app.ts';
import { expectMovingVideo } from '../harness/expect-moving-video.ts';
import type { ExtendedTest } from '../harness/extended-test.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { startPageServer } from '../harness/page-server.ts';
import { pairingLink } from '../harness/pairing-link.ts';

const test: ExtendedTest<typeof base, object, { readonly apps: AppFactory }> = base.extend<
  object,
  { readonly apps: AppFactory }
>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      using apps = await AppFactory.start();
      await use(apps);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

for (const template of ['page', 'react']) {
  test(`the application of template ${template} passes its test, builds, pairs by an invite, and shows a device's picture and value`, async ({
    apps,
    connectClient,
    device,
    openPage,
    shared,
  }) => {
    const app = await apps.create(template);
    expect(await app.npm('test')).toContain('3 passed');
    await app.npm('run', 'build');
    const pages = await startPageServer(join(app.folder, 'dist'));
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username: u, password: pwd } = await admin.createUser(`user-of-${template}`, 'Standard');
    const invite = pairingLink(shared.service.url, device, { u, pwd, i: '1' });

    const wrong = await openPage(
      `${pages.url}/index.html#${pairingLink(shared.service.url, device, { pwd: 'wrong' })}`,
    );
    await expect(wrong.getByRole('status')).toHaveText('Invalid username/password');
    await expect(wrong).toHaveURL(`${pages.url}/index.html`);

    const form = await openPage(`${pages.url}/index.html`);
    const field = form.getByLabel(/pairing link/u);
    const show = form.getByRole('button', { name: 'Show the device' });
    await field.fill(`${shared.service.url}/#p=pr-1`);
    await show.click();
    await expect(form.getByRole('alert')).toHaveText('pairing link lacks a value for d');
    await field.fill(invite);
    await show.click();
    await expectMovingVideo(form.locator('video'));

    // Its password is used up: the device recognizes the browser.
    const again = await openPage(`${pages.url}/index.html#${invite}`);
    await expectMovingVideo(again.locator('video'));
    await expect(again.locator('code')).toContainText('celsius');
    await expect(again.getByRole('status')).toHaveText('ready');
    await expect(again).toHaveURL(`${pages.url}/index.html`);

    await again.reload();
    await expect(again.getByLabel(/pairing link/u)).toBeVisible();
    await pages.stop();
  });
}
