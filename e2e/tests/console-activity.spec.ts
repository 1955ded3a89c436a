/** @module What happened at the device, in the console: who was here and what the device said, for those who may see it. */
import { randomUUID } from 'node:crypto';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { CONTROLS_DEVICE } from '../harness/paths.ts';
import { goTo } from '../harness/places.ts';
import { PHONE_DARK } from '../harness/screens.ts';

test.describe('on a phone, dark:', () => {
  test.use(PHONE_DARK);

  test('the owner sees the bell ring, and who came and went', async ({
    browser,
    connectClient,
    device,
    openLink,
    shared,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username, password } = await admin.createUser(`anna-${randomUUID()}`, 'Standard');
    const owner = await openLink();
    await goTo(owner.page, 'Activity');
    await expect(owner.page.getByText('You are here')).toBeVisible();
    await admin.request('POST', '/doorbell');
    const bell = owner.page.getByTestId('event-notification').first();
    await expect(bell).toContainText('Front door');
    await expect(bell).toContainText('Someone rings the bell');

    const anna = new ConsolePage(await (await browser.newContext()).newPage());
    await anna.page.goto(pairingLink(shared.service.url, device, { u: username, pwd: password }));
    await expect(owner.page.getByText(`${username} is here`)).toBeVisible();
    await goTo(anna.page, 'Activity');
    await expect(anna.page.getByTestId('event-notification').first()).toContainText('Front door');
    await expect(anna.page.getByTestId('event-visit')).toHaveCount(0);
    await anna.page.context().close();
    await expect(owner.page.getByText(`${username} was here`)).toBeVisible();

    await expectFitsScreens(owner.page);
  });
});

test('the keyboard alone leads to it, and Ctrl+K as well', async ({ openLink }) => {
  const { page } = await openLink();
  const keys = new Keyboard(page);
  await keys.press(page.getByRole('button', { name: 'More', exact: true }));
  await keys.press(page.getByRole('link', { name: 'Activity', exact: true }));
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await goTo(page, 'Live');
  await page.keyboard.press('Control+k');
  const search = page.getByLabel('Device or screen');
  await expect(search).toBeFocused();
  await search.fill('activity');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
});

test('a notification has its picture, one that cannot be shown says so, and movement is in the language of the person', async ({
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire', { main: CONTROLS_DEVICE });
  const { page } = await openLink({}, device);
  await goTo(page, 'Controls');
  await page.getByRole('button', { name: 'Run: Look' }).click();
  await goTo(page, 'Activity');
  const picture = page.getByRole('img', { name: 'Picture: Shed' });
  await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(192);
  await expect(page.getByTestId('event-notification').filter({ hasText: 'Barn' })).toContainText(
    'The picture cannot be shown.',
  );
  const movement = page.getByTestId('event-notification').filter({ hasText: 'Shed' });
  await expect(movement).toContainText('Movement');
  await expect(movement).not.toContainText('Something moves');
  await expectFitsScreens(page);
  await page.evaluate(() => localStorage.setItem('longwire.language', 'de'));
  await page.reload();
  await expect(movement).toContainText('Bewegung');
});

test('a user of a device that has said nothing reads that', async ({
  connectClient,
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const { deviceId, productId, sct } = device;
  const admin = await connectClient({ deviceId, productId, sct });
  await admin.logInAsAdmin(device);
  const { username, password } = await admin.createUser('anna', 'Standard');
  const { page } = await openLink({ u: username, pwd: password }, device);
  await goTo(page, 'Activity');
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
  await expectFitsScreens(page);
});

test('a guest has no such place', async ({ connectClient, device, openLink }) => {
  const admin = await connectClient();
  await admin.logInAsAdmin(device);
  const { username, password } = await admin.createUser(`guest-${randomUUID()}`, 'Guest');
  const { page, whoAmI } = await openLink({ u: username, pwd: password });
  await expect(whoAmI).toContainText('Guest');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Connection', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Activity', exact: true })).toHaveCount(0);
});

test.describe('a device that keeps no list', () => {
  test.use({ kind: 'deployed' });

  test('has no such place', async ({ openLink }) => {
    const { page, whoAmI } = await openLink();
    await expect(whoAmI).toContainText('Administrator');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Activity', exact: true })).toHaveCount(0);
  });
});
