/** @module Access that ends, in the console: given in one step, over on time in a running session, and extended. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { newName, openTab, peopleTest, person } from '../harness/people-fixtures.ts';
import { PHONE } from '../harness/screens.ts';
import { task } from '../harness/task.ts';

/** Time limit for the neighbour's page to notice what the owner did, in milliseconds. */
const NOTICE_MS = 30_000;

/** How long the neighbour's access lasts once the owner has shortened it, in milliseconds. */
const SHORT_MS = 3_000;

peopleTest.describe('on a phone', () => {
  peopleTest.use({ ...PHONE, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  peopleTest(
    'a neighbour gets access until Sunday in five taps; it ends while they watch, and goes on once it is extended',
    async ({ connectClient, context, openInNewProfile, openPage, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const owner = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
      const { page } = owner;
      await expect(owner.whoAmI).toContainText(device.username);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const name = newName();
      const taps = await task('give a neighbour access until Sunday', async (tap) => {
        await tap(page.getByRole('link', { name: 'People', exact: true }));
        await tap(page.getByRole('button', { name: 'Invite a person' }));
        const form = page.getByRole('form', { name: 'Invite a person' });
        const field = form.getByLabel('Name', { exact: true });
        await expect(field).toBeFocused();
        await page.keyboard.type(name);
        await tap(form.locator('label', { hasText: 'Sunday' }));
        await expect(form.getByText(/^until .* 23:59$/u)).toBeVisible();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await owner.overflow()).toBe(0);
        await tap(form.getByRole('button', { name: 'Invite', exact: true }));
        const card = page.getByTestId('invitation');
        await expect(card.getByRole('img', { name: 'The link as a QR code' })).toBeInViewport({ ratio: 1 });
        await expect(card.getByRole('button', { name: 'Copy link' })).toBeInViewport({ ratio: 1 });
        await expect(card.getByRole('heading', { name: `Invite for ${name}` })).toBeInViewport({ ratio: 1 });
        await tap(card.getByRole('button', { name: 'Copy link' }));
      });
      expect(taps).toBe(5);
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await owner.overflow()).toBe(0);

      const neighbour = await openInNewProfile(link);
      const ended = neighbour.page.getByTestId('access-ended');
      await expect(neighbour.whoAmI).toHaveText(new RegExp(String.raw`^${name} · until .* 23:59$`, 'u'));
      await neighbour.expectMovingPicture();

      const admin = await connectClient({
        deviceId: device.deviceId,
        productId: device.productId,
        sct: device.sct,
      });
      await admin.logInAsAdmin(device);
      await admin.page.evaluate(
        async ([username, ms]) =>
          await window.probe.connection.iam.setAccessEnd(username, new Date(Date.now() + ms)),
        [name, SHORT_MS] as const,
      );
      await expect(ended.getByRole('heading', { name: 'Your access ended' })).toBeVisible({
        timeout: NOTICE_MS,
      });
      await expect(neighbour.page.locator('video')).toHaveCount(0);
      await expect(neighbour.page.getByRole('navigation', { name: 'Sections of this device' })).toHaveCount(
        0,
      );
      expect(await accessibilityProblems(neighbour.page)).toEqual([]);
      expect(await neighbour.overflow()).toBe(0);
      await neighbour.page.reload();
      await expect(ended).toBeVisible({ timeout: NOTICE_MS });
      await expect(neighbour.page.getByTestId('login-form')).toHaveCount(0);
      await expect(neighbour.page.locator('video')).toHaveCount(0);

      await page.reload();
      await openTab(page);
      const row = person(page, name);
      await expect(row.locator('summary').first()).toContainText(/ended today \d\d:\d\d/u);
      await row.locator('summary').first().tap();
      await expect(row.getByRole('button', { name: 'New invite' })).toHaveCount(0);
      const change = row.getByRole('button', { name: 'Change: Access' });
      await change.tap();
      await row.getByLabel('Until').fill('2020-01-01T10:00');
      await row.getByRole('button', { name: 'Save' }).tap();
      await expect(row.getByText('Choose a time in the future.')).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      await row.locator('label', { hasText: '7 days' }).tap();
      await row.getByRole('button', { name: 'Save' }).tap();
      await expect(change).toBeFocused();
      await expect(row.locator('summary').first()).toContainText('until');
      await expect(ended).toHaveCount(0, { timeout: NOTICE_MS });
      await neighbour.expectMovingPicture();

      await change.tap();
      await row.locator('label', { hasText: 'Always' }).tap();
      await row.getByRole('button', { name: 'Save' }).tap();
      await expect(row.locator('summary').first()).not.toContainText('until');
      await neighbour.page.reload();
      await expect(neighbour.whoAmI).toHaveText(`${name} · Guest`);
    },
  );

  peopleTest(
    'a password is refused in words once access has ended, and a browser that was invited with a past link is too',
    async ({ connectClient, openInNewProfile, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const admin = await connectClient({
        deviceId: device.deviceId,
        productId: device.productId,
        sct: device.sct,
      });
      await admin.logInAsAdmin(device);
      const name = newName();
      const password = await admin.page.evaluate(async (username) => {
        const { iam } = window.probe.connection;
        const accessEnd = new Date(Date.now() + 1_000);
        return (await iam.createUser({ username, role: 'Guest', accessEnd })).Password;
      }, name);
      await expect
        .poll(
          async () =>
            await admin.page.evaluate(
              async (username) => (await window.probe.connection.iam.getUser(username)).AccessEndsIn,
              name,
            ),
        )
        .toBe(0);
      const late = await openInNewProfile(
        pairingLink(shared.service.url, device, { u: name, pwd: password }),
      );
      await expect(late.page.getByTestId('login-form').getByText(/^Your access ended\./u)).toBeVisible();
    },
  );

  peopleTest(
    'a device that knows of no ends of access is offered none',
    async ({ openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'deployed');
      const { page } = await openPeople(device);
      await page.getByRole('button', { name: 'Invite a person' }).tap();
      const form = page.getByRole('form', { name: 'Invite a person' });
      await expect(form.getByLabel('Role')).toBeEnabled();
      await expect(form.getByRole('radiogroup', { name: 'Access' })).toHaveCount(0);
      await form.getByRole('button', { name: 'Cancel' }).tap();
      await person(page, device.username).locator('summary').first().tap();
      await expect(page.getByRole('button', { name: 'Change: Access' })).toHaveCount(0);
    },
  );
});
