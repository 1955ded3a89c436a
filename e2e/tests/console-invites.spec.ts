/** @module Inviting a person, and pairing: by an invite, which works once, and by the open password. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { forEachKindOf } from '../harness/for-each-kind.ts';
import { invite, newName, openTab, peopleTest, person } from '../harness/people-fixtures.ts';
import { wordsIn } from '../harness/pictures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

peopleTest.describe('on a phone', () => {
  peopleTest.use(PHONE_DARK);

  forEachKindOf(peopleTest, () => {
    peopleTest(
      'an invite pairs a browser, which is recognised from then on and may not change other users',
      async ({ device, openInNewProfile, openPeople }) => {
        const admin = await openPeople(device);
        const name = newName();
        const link = await invite(admin.page, name);
        const code = admin.page.getByRole('img', { name: 'The link as a QR code' });
        await expect(code).toBeInViewport({ ratio: 1 });
        expect(await admin.overflow()).toBe(0);
        expect(await accessibilityProblems(admin.page)).toEqual([]);
        await expect(admin.page.getByText('Only this computer can open this.')).toBeVisible();
        await admin.page.getByRole('button', { name: 'Done' }).click();
        await expect(admin.page.getByTestId('invitation')).toBeHidden();
        expect(await admin.keptText()).not.toContain(new URLSearchParams(link.split('#')[1]).get('pwd'));

        const anna = await openInNewProfile(link);
        await expect(anna.whoAmI).toHaveText(`${name} · Guest`);
        await openTab(anna.page);
        await expect(anna.page.getByTestId('you')).toContainText(name);
        await expect(anna.page.getByText('Your role does not allow this.').first()).toBeVisible();
        await expect(anna.page.getByRole('button', { name: 'Invite a person' })).toBeHidden();
      },
    );
  });

  peopleTest(
    'an unfinished invite is still in the form after a visit to another screen, and is stored nowhere',
    async ({ device, openPeople }) => {
      const tab = await openPeople(device);
      const { page } = tab;
      const name = newName();
      const form = page.getByRole('form', { name: 'Invite a person' });
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
      await form.getByLabel('Name', { exact: true }).fill(name);
      await form.getByRole('radio', { name: 'Sunday' }).check();
      await form.getByLabel('Role').selectOption('Administrator');
      await goToRequests(page);
      await expect(form).toHaveCount(0);
      expect(await tab.keptText()).not.toContain(name);
      await openTab(page);
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name);
      await expect(form.getByRole('radio', { name: 'Sunday' })).toBeChecked();
      await expect(form.getByLabel('Role')).toHaveValue('Administrator');
      // The keyboard focus stays where the person is.
      await expect(page.getByRole('link', { name: 'People', exact: true })).toBeFocused();
      await form.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: 'Invite a person' })).toBeFocused();
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('');
    },
  );

  peopleTest(
    'an invite works once: the paired browser stays recognised, another one is asked to get a new invite',
    async ({ device, openInNewProfile, openPeople }) => {
      const name = newName();
      const admin = await openPeople(device);
      const link = await invite(admin.page, name, 'Standard');
      const anna = await openInNewProfile(link);
      await expect(anna.whoAmI).toHaveText(`${name} · Standard`);
      await anna.page.reload();
      await expect(anna.whoAmI).toHaveText(`${name} · Standard`);

      const late = await openInNewProfile(link);
      await expect(
        late.page.getByTestId('login-form').getByText('This invite was used already.'),
      ).toBeVisible();

      await admin.page.reload();
      await person(admin.page, name).locator('summary').first().click();
      await expect(person(admin.page, name)).toContainText('1 browser');
      await person(admin.page, name)
        .getByRole('button', { name: /^Remove Chrome/u })
        .click();
      await person(admin.page, name).getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(person(admin.page, name)).toContainText('no browser');
      await anna.page.reload();
      await expect(anna.page.getByTestId('login-form')).toBeVisible();
    },
  );

  peopleTest(
    'the open password asks for a name, and a name that is taken is reported at the field',
    async ({ openInNewProfile, openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const admin = await openPeople(device);
      await admin.page.getByRole('switch', { name: 'Open password' }).click();
      await admin.page.getByRole('button', { name: 'Show the open password and its link' }).click();
      const link = await admin.page.getByLabel('Link', { exact: true }).inputValue();

      const guest = await openInNewProfile(link);
      const form = guest.page.getByTestId('name-form');
      await form.getByLabel('User name').fill('admin');
      await form.getByRole('button', { name: 'Join' }).click();
      await expect(form.getByText('This name is taken. Choose another.')).toBeVisible();
      await form.getByLabel('User name').fill('bob');
      await form.getByRole('button', { name: 'Join' }).click();
      await expect(guest.whoAmI).toContainText('bob');
      await guest.page.reload();
      await expect(guest.whoAmI).toContainText('bob');
    },
  );
});

for (const [locale, open] of [
  ['en-GB', 'Invite a person'],
  ['de-DE', 'Person einladen'],
] as const) {
  peopleTest.describe(`in ${locale}`, () => {
    peopleTest.use({ locale });

    peopleTest('the form of an invite and its link have few words', async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const page = await openPage(pairingLink(shared.service.url, device));
      await page.locator('a[href$="/people"]').click();
      await page.getByRole('button', { name: open }).click();
      const form = page.getByRole('form', { name: open });
      const role = form.getByRole('combobox');
      await expect(role).toBeEnabled();
      // Of the roles a person sees the chosen one.
      const others = (await role.locator('option').count()) - 1;
      expect((await wordsIn(form)) - others).toBeLessThanOrEqual(12);
      await form.getByRole('textbox').fill('anna');
      await form.locator('button[type="submit"]').click();
      const card = page.getByTestId('invitation');
      await expect(card).toBeVisible();
      const warning = await wordsIn(card.locator('.lw-people-warning'));
      expect(warning).toBeLessThanOrEqual(13);
      expect((await wordsIn(card)) - warning).toBeLessThanOrEqual(10);
    });
  });
}
