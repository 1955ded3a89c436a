/** @module The console with deployed devices: one without a web page, and one that lists neither its people nor its roles. */
import type { Page } from '@playwright/test';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect } from '../harness/fixtures.ts';
import { smallTargets } from '../harness/layout.ts';
import { invite, newName, peopleTest, person } from '../harness/people-fixtures.ts';
import { write } from '../harness/requests-fixtures.ts';
import { goTo, goToRequests } from '../harness/places.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

/** Reloads the page; a device that stores no certificates asks for the password again. */
async function reload(page: Page, { password }: Device): Promise<void> {
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('who-am-i')).toContainText('admin');
}

peopleTest.describe('on a narrow phone, dark:', () => {
  peopleTest.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', kind: 'deployed' });

  peopleTest(
    'a device without a web page is not reported as a network failure, and has no tab for one',
    async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'deployed');
      const opened = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
      const { page } = opened;
      await expect(opened.whoAmI).toContainText('admin');
      const more = page.getByRole('button', { name: 'More', exact: true });
      await more.click();
      await expect(tab(page, 'Terminal')).toBeVisible();
      await expect(tab(page, 'Web')).toHaveCount(0);

      await page.goto(page.url().replace(/\/live$/u, '/web'));
      await expect(page.getByRole('alert')).toContainText('This device has no web page.');
      await expect(page.getByText('network')).toHaveCount(0);
      await expectFitsScreens(page);

      // Stored data is shown before the device is reached again.
      await page.reload();
      await more.click();
      await expect(tab(page, 'Terminal')).toBeVisible();
      await expect(tab(page, 'Web')).toHaveCount(0);
      await reload(page, device);
      await goTo(page, 'Terminal');
      await expect(page.getByTestId('terminal-note')).toContainText('This device does not list its streams.');
    },
  );

  peopleTest(
    'an invited user is remembered over a reload, and changed and removed by name',
    async ({ openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'deployed');
      const console = await openPeople(device);
      const { page } = console;
      const name = newName();
      await expect(page.getByText('This device cannot list its people.')).toBeVisible();
      const link = await invite(page, name, 'Standard');
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(person(page, name)).toContainText('Standard');
      await expectFitsScreens(page);

      await reload(page, device);
      await expect(person(page, name)).toContainText('Standard');
      const password = new URLSearchParams(link.split('#')[1]).get('pwd');
      expect(password).not.toBeNull();
      expect(await console.keptText()).toContain(name);
      expect(await console.keptText()).not.toContain(password);

      const card = person(page, name);
      await card.locator('summary').first().click();
      await card.getByLabel('Role', { exact: true }).selectOption('Another role');
      await card.getByLabel('Name of the role').fill('Gardener');
      await card.getByRole('button', { name: 'Give the role Gardener' }).click();
      await expect(card.getByRole('alert').filter({ hasText: 'does not know this role' })).toBeVisible();
      await card.getByLabel('Role', { exact: true }).selectOption('Guest');
      await card.getByRole('button', { name: 'Give the role Guest' }).click();
      await expect(card.locator('summary').first()).toContainText('Guest');
      expect(await console.overflow()).toBe(0);
      expect(await smallTargets(page)).toEqual([]);

      await card.getByRole('button', { name: `Remove ${name}` }).click();
      await expect(card.getByText('the only administrator')).toHaveCount(0);
      await card.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(card).toHaveCount(0);
      await expect(page.getByText('does not know', { exact: false })).toHaveCount(0);
      expect(await console.keptText()).not.toContain(name);
    },
  );

  peopleTest(
    'a user invited otherBrowser is looked up by name with the keyboard, and an unknown name is reported',
    async ({ openInNewProfile, openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'deployed');
      const { page } = await openPeople(device);
      const otherBrowser = await openInNewProfile(pairingLink(shared.service.url, device));
      await expect(otherBrowser.whoAmI).toContainText('admin');
      await tab(otherBrowser.page, 'People').click();
      const name = newName();
      await invite(otherBrowser.page, name);
      await otherBrowser.page.getByRole('button', { name: 'Done' }).click();

      const field = page.getByLabel('Another person’s user name');
      await field.fill('unknown-user');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The device has no user named unknown-user.')).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expectFitsScreens(page);

      await field.fill(name);
      await expect(page.getByText('The device has no user named')).toHaveCount(0);
      await page.keyboard.press('Enter');
      const card = person(page, name);
      await expect(card.locator('summary').first()).toBeFocused();
      await expect(card.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
      await expect(field).toHaveValue('');
      await card.getByRole('button', { name: 'Change: Password' }).click();
      await card.getByLabel('New password').fill('a new password');
      await page.keyboard.press('Enter');
      await expect(card.getByText('changed', { exact: true })).toBeVisible();

      // Removed by another client, while this one is looking.
      const other = person(otherBrowser.page, name);
      await other.locator('summary').first().click();
      await other.getByRole('button', { name: `Remove ${name}` }).click();
      await other.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(other).toHaveCount(0);
      await card.getByLabel('Role', { exact: true }).selectOption('Administrator');
      await card.getByRole('button', { name: 'Give the role Administrator' }).click();
      await expect(page.getByText(`The device does not know ${name} any more.`)).toBeVisible();
      await expect(card).toHaveCount(0);
    },
  );
});

peopleTest.describe('after a login that failed', () => {
  peopleTest.use({ kind: 'deployed' });

  peopleTest(
    'no user is shown as logged in after a failed login, though the device assigns the connection to the tried name',
    async ({ openInNewProfile, openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'deployed');
      const { page } = await openPeople(device);
      const name = newName();
      // A guest would have no requests.
      const link = await invite(page, name, 'Standard');
      await page.getByRole('button', { name: 'Done' }).click();
      const anna = await openInNewProfile(link);
      await expect(anna.whoAmI).toContainText(name);
      const card = person(page, name);
      await card.locator('summary').first().click();
      await card.getByRole('button', { name: `Remove ${name}` }).click();
      await card.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(card).toHaveCount(0);

      // The device's refusal makes the console ask for a login.
      await goToRequests(anna.page);
      await write(anna.page, 'GET', '/iam/users');
      await anna.page.keyboard.press('Enter');
      const form = anna.page.getByTestId('login-form');
      await form.getByLabel('User name').fill(device.username);
      await form.getByLabel('Password', { exact: true }).fill('not the password');
      await anna.page.keyboard.press('Enter');
      await expect(form.getByText('Wrong user name or password')).toBeVisible();
      await form.getByRole('button', { name: 'Skip login' }).click();
      await goTo(anna.page, 'People');
      const you = anna.page.getByTestId('you');
      await expect(you).toContainText('The device does not know who you are.');
      // By now the device itself reports that this is the administrator.
      await expect(anna.page.getByText('This device cannot list its people.')).toBeVisible();
      await expect(you).not.toContainText(device.username);
      await expect(anna.whoAmI).not.toContainText(device.username);
    },
  );
});
