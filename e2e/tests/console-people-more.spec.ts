/** @module A user's less common settings: the token, the name at a sign-in service, and notifications; the device stores them. */
import type { User } from '@longwire/client';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { expect } from '../harness/fixtures.ts';
import { invite, newName, openTab, peopleTest, person } from '../harness/people-fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';

peopleTest.describe('on a phone, dark', () => {
  peopleTest.use(PHONE_DARK);

  peopleTest(
    'token, sign-in service and notifications of a user are changed, and are shown on later visits',
    async ({ connectClient, device, openPeople, shared }) => {
      const admin = await connectClient();
      await admin.logInAsAdmin(device);
      const name = newName();
      const record = async (): Promise<User> =>
        await admin.page.evaluate(async (name) => await window.probe.connection.iam.getUser(name), name);
      const tab = await openPeople(device);
      const { page } = tab;
      await invite(page, name);
      await page.getByRole('button', { name: 'Done' }).click();
      const anna = person(page, name);
      const openMore = async (): Promise<void> => {
        await anna.locator('summary').first().click();
        await anna.getByText('More', { exact: true }).click();
      };
      await openMore();

      const sct = await shared.service.addToken(device.deviceId);
      for (const [label, text] of [
        ['Connection token', sct],
        ['Known to the sign-in service as', 'anna@issuer.example'],
      ] as const) {
        await anna.getByRole('button', { name: `Change: ${label}` }).click();
        await anna.getByLabel(label).fill(text);
        await page.keyboard.press('Enter');
        await expect(anna.getByRole('button', { name: `Change: ${label}` })).toBeFocused();
        await expect(anna.getByText(text)).toBeVisible();
      }
      expect(await record()).toMatchObject({ Sct: sct, OauthSubject: 'anna@issuer.example' });

      const notification = (category: string) => anna.getByRole('checkbox', { name: category });
      await notification('Alert').click();
      await expect(notification('Alert')).toBeChecked();
      await notification('Warn').click();
      await expect(notification('Warn')).toBeChecked();
      await notification('Alert').click();
      await expect(notification('Alert')).not.toBeChecked();
      expect((await record()).NotificationCategories).toEqual(['Warn']);
      await expectFitsScreens(page);

      await page.reload();
      await openTab(page);
      await openMore();
      await expect(anna.getByText(sct)).toBeVisible();
      await expect(notification('Warn')).toBeChecked();
      await expect(notification('Info')).not.toBeChecked();
      await anna.getByRole('button', { name: 'Change: Known to the sign-in service as' }).click();
      await anna.getByLabel('Known to the sign-in service as').fill('');
      await page.keyboard.press('Enter');
      await expect(anna.getByText('not known there')).toBeVisible();
      expect((await record()).OauthSubject).toBeUndefined();
    },
  );
});
