/** @module Naming a device: roles known to lack the right are not offered it, others read why it was refused. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';
import { goTo } from '../harness/places.ts';

const test = base.extend<{
  /** Opens the people screen as a new user of a role; the device has one custom role. */
  readonly openPeopleAs: (role: string) => Promise<ConsolePage>;
}>({
  openPeopleAs: async ({ createClient, openPage, shared, start }, use) => {
    await use(async (role) => {
      const target = await start.device(shared.service, 'longwire', {
        main: STREAM_DEVICE,
        args: ['--tcp-port', '9', '--files', '/tmp'],
      });
      const { deviceId, productId, sct } = target;
      const admin = await createClient({ deviceId, productId, sct });
      await admin.connect();
      await admin.logInAsAdmin(target);
      const { username: u, password: pwd } = await admin.createUser(`${role.toLowerCase()}-of-names`, role);
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, target, { u, pwd })));
      await expect(tab.whoAmI).toHaveText(`${u} · ${role}`);
      await goTo(tab.page, 'People');
      return tab;
    });
  },
});

// Reason: each starts its own device.
test.slow();
test.use({ ...PHONE, viewport: { width: 360, height: 740 } });

test('a guest reads the name of the device and is offered to change only their own', async ({
  openPeopleAs,
}) => {
  const { page } = await openPeopleAs('Guest');
  await expect(page.getByText('Name of the device')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change: Name', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change: Name of the device' })).toHaveCount(0);
});

test('a custom role may try to rename the device; when refused it reads why, keeps its input, and is not offered it again', async ({
  openPeopleAs,
}) => {
  const tab = await openPeopleAs('Caretaker');
  const { page } = tab;
  const refused = page.getByText('Your role does not allow this. An administrator of the device can change');
  await page.getByRole('button', { name: 'Change: Name of the device' }).click();
  const field = page.getByLabel('Name of the device');
  await field.fill('Garden gate');
  const before = await refused.count();
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(before + 1);
  await expect(field).toHaveValue('Garden gate');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(refused).toHaveCount(before + 1);
  await expect(page.getByRole('button', { name: 'Change: Name of the device' })).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await tab.overflow()).toBe(0);
});
