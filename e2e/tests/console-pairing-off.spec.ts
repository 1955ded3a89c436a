/** @module Pairing while a pairing mode is switched off on the device: the messages to the inviting user and to the invited one. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { expect } from '../harness/fixtures.ts';
import { invite, newName, peopleTest } from '../harness/people-fixtures.ts';
import { PHONE } from '../harness/screens.ts';

// Reason: each starts its own device.
peopleTest.slow();
peopleTest.use(PHONE);

peopleTest(
  'while invites are off, the notice is shown beside the link, whose password still works',
  async ({ openInNewProfile, openPeople, shared, start }) => {
    const device = await start.device(shared.service, 'longwire');
    const { page } = await openPeople(device);
    const invites = page.getByRole('switch', { name: 'Invites' });
    await expect(invites).toBeChecked();
    await invites.click();
    await expect(invites).not.toBeChecked();
    const name = newName();
    const link = await invite(page, name);
    await expect(page.getByTestId('invitation')).toContainText('Invites are off');
    for (const browser of ['the first', 'another']) {
      const tab = await openInNewProfile(link);
      await expect(tab.whoAmI, browser).toHaveText(`${name} · Guest`);
    }
  },
);

peopleTest(
  'while the open password is off, choosing a name is refused with a reason, for every later visitor too',
  async ({ openInNewProfile, openPeople, shared, start }) => {
    const device = await start.device(shared.service, 'longwire');
    const { page } = await openPeople(device);
    const openPassword = page.getByRole('switch', { name: 'Open password' });
    await openPassword.click();
    await page.getByRole('button', { name: 'Show the open password and its link' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    const guest = await openInNewProfile(link);
    const form = guest.page.getByTestId('name-form');
    await form.getByLabel('User name').fill('bob');
    await openPassword.click();
    await expect(openPassword).not.toBeChecked();
    await form.getByRole('button', { name: 'Join' }).click();
    const login = guest.page.getByTestId('login-form');
    await expect(login.getByText('The device takes no new users now. Ask its owner')).toBeVisible();
    await expect(login.getByRole('button', { name: 'Skip login' })).toBeVisible();
    expect(await accessibilityProblems(guest.page)).toEqual([]);
    const late = await openInNewProfile(link);
    await expect(
      late.page
        .getByTestId('login-form')
        .getByText('The password in the link is wrong. Type the right one, or ask'),
    ).toBeVisible();
    expect(await late.overflow()).toBe(0);
  },
);
