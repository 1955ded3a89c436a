/** @module What a device offers to requests: its resource list, what can be observed, what it does not support, and what a role may not do. */
import { randomUUID } from 'node:crypto';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { requestsTest, status, write } from '../harness/requests-fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

requestsTest.describe('on a desktop, light:', () => {
  requestsTest.use({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });

  requestsTest("the device's own list of resources is offered as a menu", async ({ openRequests }) => {
    const { page } = await openRequests();
    const menu = page.getByTestId('resource-menu');
    await menu.locator('summary').click();
    await expect(menu.getByRole('button', { name: '/temperature' })).toBeVisible();
    await menu.getByLabel('Filter resources').fill('light put');
    await expect(menu.getByRole('button', { name: '/temperature' })).toHaveCount(0);
    await menu.getByRole('button', { name: '/light' }).click();
    await expect(page.getByLabel('Path')).toHaveValue('/light');
    await expect(page.getByLabel('Path')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText('2.05 Content');
  });

  requestsTest(
    "observing a resource shows the device's notifications, pauses, and stops",
    async ({ connectClient, device, openRequests }) => {
      const other = await connectClient();
      await other.logInAsAdmin(device);
      const put = async (isOn: boolean): Promise<void> => {
        const payload = new TextEncoder().encode(String(isOn));
        await other.request('PUT', '/light', { payload, contentFormat: 50 });
      };
      await put(false);
      const { page } = await openRequests();
      await write(page, 'GET', '/light');
      await page.getByRole('button', { name: 'Observe' }).click();
      const observed = page.getByTestId('observed');
      const values = page.getByTestId('observed-values').getByRole('listitem');
      await expect(values).toContainText(['false']);
      await expect(observed).toContainText('The device reports each change.');
      await put(true);
      await expect(values).toContainText(['true', 'false']);
      await observed.getByRole('button', { name: 'Pause' }).click();
      await put(false);
      await expect(observed).toContainText('1 new value is held back.');
      await expect(values).toHaveCount(2);
      await observed.getByRole('button', { name: 'Go on' }).click();
      await expect(values).toContainText(['false', 'true', 'false']);
      await observed.getByRole('button', { name: 'Stop' }).click();
      await expect(observed).toHaveAttribute('data-state', 'ended');
    },
  );
});

requestsTest.describe('on a phone, dark:', () => {
  requestsTest.use(PHONE_DARK);

  requestsTest(
    'a user who may not list the people reads who can change the role',
    async ({ createClient, device, openPage, shared }) => {
      const admin = await createClient();
      await admin.connect();
      await admin.logInAsAdmin(device);
      const { username, password } = await admin.createUser(`user-${randomUUID()}`, 'Standard');
      const link = pairingLink(shared.service.url, device, { u: username, pwd: password });
      const tab = new ConsolePage(await openPage(link));
      const { page } = tab;
      await expect(tab.whoAmI).toHaveText(`${username} · Standard`);
      await goToRequests(page);
      await write(page, 'GET', '/iam/users');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(status(page)).toHaveText('4.03 Your role does not allow this');
      await expect(page.getByText('An administrator of the device can change your role.')).toBeVisible();
      await expectFitsScreens(page);
    },
  );
});

forEachKind((kind) => {
  requestsTest.use(PHONE_DARK);

  requestsTest('a device shows what it supports and what it does not', async ({ openRequests }) => {
    const { page } = await openRequests();
    const menu = page.getByTestId('resource-menu');
    await menu.locator('summary').tap();
    await expect(menu).toContainText(kind === 'longwire' ? '/temperature' : 'does not list its resources');
    await write(page, 'GET', '/iam/me');
    await page.getByRole('button', { name: 'Observe' }).tap();
    await expect(page.getByTestId('observed')).toContainText('it is asked every 5 seconds');
    await expect(page.getByTestId('observed-values').getByRole('listitem')).toHaveCount(1);
  });
});
