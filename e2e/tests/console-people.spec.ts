/** @module People in the console: who may use a device, and changes to users. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { invite, newName, openTab, peopleTest, person } from '../harness/people-fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

/** Time until a killed device is reported as gone, in milliseconds. */
const AWAY_MS = 30_000;

peopleTest.describe('on a phone', () => {
  peopleTest.use(PHONE_DARK);

  peopleTest(
    'people of a device that is away are shown from storage, and every control can be used',
    async ({ shared, start, openPeople }) => {
      const device = await start.device(shared.service, 'longwire');
      const tab = await openPeople(device);
      const { page } = tab;
      await person(page, device.username).locator('summary').first().click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await goToRequests(page);
      await device.child.kill();
      await expect(tab.recovering).toBeVisible({ timeout: AWAY_MS });
      await openTab(page);
      await expect(page.getByTestId('you')).toContainText(device.username);
      await expect(person(page, device.username)).toBeVisible();
      await expect(page.getByTestId('you').getByRole('button', { name: 'Log in' })).toHaveCount(0);
      await expect(page.getByText('Asking the device')).toHaveCount(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});

peopleTest.describe('on a desktop', () => {
  peopleTest.use({ viewport: { width: 1280, height: 800 } });

  peopleTest(
    'a user is given a name, a role and a password, and removed; the device gets a name',
    async ({ device, openInNewProfile, openPeople, shared }) => {
      const name = newName();
      const { page } = await openPeople(device);
      await invite(page, name);
      await page.getByRole('button', { name: 'Done' }).click();
      const anna = person(page, name);
      await anna.locator('summary').first().click();

      await anna.getByRole('button', { name: 'Change: Name', exact: true }).click();
      await anna.getByLabel('Name', { exact: true }).fill('ä'.repeat(33));
      await expect(anna.getByText('At most 64 bytes')).toBeVisible();
      await anna.getByLabel('Name', { exact: true }).fill('Änne');
      await page.keyboard.press('Enter');
      await expect(anna.locator('summary').first()).toContainText('Änne');
      await expect(anna.getByRole('button', { name: 'Change: Name', exact: true })).toBeFocused();

      await anna.getByLabel('Role').selectOption('Standard');
      await anna.getByRole('button', { name: 'Give the role Standard' }).click();
      await expect(anna.locator('summary').first()).toContainText('Standard');

      await anna.getByRole('button', { name: 'Change: Password' }).click();
      await anna.getByLabel('New password').fill('short');
      await anna.getByRole('button', { name: 'Set password' }).click();
      await expect(anna.getByText('8 to 64 bytes.')).toBeVisible();
      await anna.getByRole('button', { name: 'Make one up' }).click();
      await anna.getByRole('button', { name: 'Set password' }).click();
      const password = await anna.getByTestId('secret').locator('output').first().innerText();
      expect(password).toHaveLength(16);
      await anna.getByRole('button', { name: 'Done' }).click();

      const other = await openInNewProfile(
        pairingLink(shared.service.url, device, { u: name, pwd: password }),
      );
      await expect(other.whoAmI).toHaveText(`${name} · Standard`);

      await anna.getByRole('button', { name: 'Change: User name' }).click();
      await anna.getByLabel('User name').fill(`${name}.2`);
      await page.keyboard.press('Enter');
      const anne = person(page, `${name}.2`);
      await expect(anne).toBeVisible();

      await page.getByRole('button', { name: 'Change: Name of the device' }).click();
      await page.getByLabel('Name of the device').fill('Garden gate');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Garden gate', level: 1 })).toBeVisible();

      await anne.locator('summary').first().click();
      await anne.getByRole('button', { name: 'Remove Änne' }).click();
      await expect(anne.getByRole('button', { name: 'Keep' })).toBeFocused();
      await anne.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(anne).toBeHidden();
      await other.page.reload();
      await expect(other.page.getByTestId('login-form')).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});
