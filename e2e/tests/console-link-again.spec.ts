/** @module Opening a link while the console is connected: the same link, another device's, another user's. */
import { randomBytes } from 'node:crypto';
import { pairingLink } from '../harness/console-page.ts';
import {
  cardsOf,
  expect,
  expectTyped,
  openPeers,
  SLOW_MS,
  test,
  typeRequest,
} from '../harness/guest-fixtures.ts';
import { PHONE } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

test.use(PHONE);

test.describe('a link opened while connected', () => {
  test('opening the same link connects no second time and keeps the input', async ({
    device,
    guest,
    guestTab: tab,
    shared,
  }) => {
    const { page } = tab;
    await typeRequest(page);
    const before = await page.evaluate(() => window.instruments.peerConfigurations.length);
    await page.goto(pairingLink(shared.service.url, device, guest.parts));
    await tab.expectMovingPicture();
    expect(await page.evaluate(() => window.instruments.peerConfigurations.length)).toBe(before);
    await goToRequests(page);
    await expectTyped(page);
    expect(page.url()).not.toContain(device.sct);
  });

  test("opening another device's link shows that device, leaves the first, and remembers both", async ({
    guestTab: tab,
    shared,
    start,
  }) => {
    test.setTimeout(SLOW_MS);
    const other = await start.device(shared.service, 'longwire');
    const { page } = tab;
    await tab.expectMovingPicture();
    await page.goto(pairingLink(shared.service.url, other));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.deviceId);
    await expect(tab.whoAmI).toContainText('admin');
    await tab.expectMovingPicture();
    await expect.poll(async () => await openPeers(page)).toBe(1);
    await page.goBack();
    await expect(tab.whoAmI).toContainText('guest-');
    await page.getByRole('button', { name: 'All devices' }).tap();
    await expect(cardsOf(page)).toHaveCount(2);
  });

  test("opening another user's link asks first, and then uses a certificate for that user", async ({
    admin,
    device,
    guest,
    guestTab: tab,
    shared,
  }) => {
    const { page } = tab;
    const other = await admin.createUser(`other-${randomBytes(4).toString('hex')}`, 'Standard');
    await page.goto(pairingLink(shared.service.url, device, { u: other.username, pwd: other.password }));
    await expect(tab.whoAmI).toContainText('guest-');
    await page.getByRole('button', { name: `Become ${other.username}` }).tap();
    await expect(tab.whoAmI).toContainText(other.username);
    await tab.expectMovingPicture();
    await page.reload();
    await expect(tab.whoAmI).toContainText(other.username);
    await expect.poll(guest.certificates).toBe(1);
  });
});
