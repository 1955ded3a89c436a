/** @module A device's tabs while the device is away, or after its user has lost a right: each gives a reason instead of waiting. */
import { randomBytes } from 'node:crypto';
import { encodeCbor } from '@longwire/protocol/cbor';
import { expect, test } from '../harness/console-fixtures.ts';
import { NOTICE_MS } from '../harness/console-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

test.use(PHONE_DARK);

test('a device that was never connected shows its failure without tabs, with links to the doctor and the log; once it connects the tabs appear', async ({
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  await device.child.kill();
  const tab = await openLink({}, device);
  const { page } = tab;
  const tabs = page.getByRole('navigation', { name: 'Sections of this device' });
  await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
  await expect(tabs).toHaveCount(0);
  expect(await tab.overflow()).toBe(0);
  await tab.failure.getByRole('button', { name: 'Find the problem' }).tap();
  await expect(page.getByTestId('log')).toContainText('signaling');
  expect(await tab.overflow()).toBe(0);
  await page.getByRole('button', { name: 'Back to the device' }).tap();
  await expect(tab.failure).toBeVisible();
  start.child(await device.startAgain());
  await expect(tab.badge).toHaveText('Verified', { timeout: NOTICE_MS });
  await expect(tabs.getByRole('link')).toHaveText(['Live', 'Controls', 'People']);
});

test('when a device goes away before its people were loaded, each tab says so, and continues by itself', async ({
  openLink,
  shared,
  start,
}) => {
  test.setTimeout(3 * NOTICE_MS);
  const device = await start.device(shared.service, 'longwire');
  const tab = await openLink({}, device);
  const { page } = tab;
  await tab.expectMovingPicture();
  await device.child.kill();
  await expect(tab.recovering).toBeVisible({ timeout: NOTICE_MS });
  const away = page.getByText('The device is not connected. This appears as soon as it is back.');
  await goTo(page, 'People');
  await expect(page.getByTestId('you').getByText('The device is not connected.')).toBeVisible();
  await expect(page.getByText('Asking the device')).toHaveCount(0);
  expect(await tab.overflow()).toBe(0);
  await goToRequests(page);
  await page.getByText('Resources of this device').tap();
  await expect(away).toBeVisible();
  await goTo(page, 'Terminal');
  await expect(away).toBeVisible();
  await goTo(page, 'Web');
  await expect(away).toBeVisible();
  await goTo(page, 'People');
  start.child(await device.startAgain());
  await expect(page.getByTestId(`person-${device.username}`)).toBeVisible({ timeout: NOTICE_MS });
  await expect(away).toHaveCount(0);
});

test('an administrator who becomes a guest while inviting reads whom to ask, and finds the input again with the role', async ({
  connectClient,
  device,
  openLink,
}) => {
  const owner = await connectClient();
  await owner.logInAsAdmin(device);
  const name = `helper-${randomBytes(4).toString('hex')}`;
  const { username, password } = await owner.createUser(name, 'Administrator');
  const give = async (role: string): Promise<void> => {
    const payload = { payload: encodeCbor(role), contentFormat: 60 };
    expect((await owner.request('PUT', `/iam/users/${username}/role`, payload)).statusCode).toBe(204);
  };
  const tab = await openLink({ u: username, pwd: password });
  const { page } = tab;
  await expect(tab.whoAmI).toHaveText(`${username} · Administrator`);
  await goTo(page, 'People');
  await page.getByRole('button', { name: 'Invite a person' }).tap();
  const form = page.getByRole('form', { name: 'Invite a person' });
  await form.getByLabel('Name', { exact: true }).fill(`${name}-friend`);
  await give('Guest');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people).toContainText('Your role does not allow this.');
  await expect(people).toContainText('administrator');
  await expect(tab.whoAmI).toHaveText(`${username} · Guest`);
  expect(await tab.overflow()).toBe(0);
  await give('Administrator');
  await goTo(page, 'Live');
  await goTo(page, 'People');
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(`${name}-friend`);
  await expect(tab.whoAmI).toHaveText(`${username} · Administrator`);
});
