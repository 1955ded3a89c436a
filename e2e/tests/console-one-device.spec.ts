/** @module One device is the page, and stays one device: with one connection and one certificate, through back and forward, and in two tabs. */
import { ConsolePage } from '../harness/console-page.ts';
import { cardsOf, expect, expectTyped, openPeers, test, typeRequest } from '../harness/guest-fixtures.ts';
import { PHONE } from '../harness/screens.ts';

test.use(PHONE);

test('going back and forward shows the same device, with one connection at a time', async ({
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await typeRequest(page);
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(cardsOf(page)).toHaveCount(1);
  await page.goBack();
  await expectTyped(page);
  await expect(tab.whoAmI).toContainText('guest-');
  await expect.poll(async () => await openPeers(page)).toBe(1);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeAttached();
  await page.goBack();
  await expect(tab.whoAmI).toContainText('guest-');
  await expect.poll(async () => await openPeers(page)).toBe(1);
  // Away from the console, and back.
  await page.goto('about:blank');
  await page.goBack();
  await expect(tab.whoAmI).toContainText('guest-');
  await expectTyped(page);
  await expect.poll(guest.certificates).toBe(1);
});

test('the console opens with the picture of the only device; its list is one step back, and stays', async ({
  guestTab: tab,
  shared,
}) => {
  const { page } = tab;
  await tab.expectMovingPicture();
  await page.goto(`${shared.service.url}/`);
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(cardsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(cardsOf(page)).toHaveCount(1);
});

test('two tabs on one device are both live, with one certificate', async ({
  context,
  guest,
  guestTab: first,
}) => {
  await first.expectMovingPicture();
  const second = new ConsolePage(await context.newPage());
  await second.page.goto(first.page.url());
  await expect(second.whoAmI).toContainText('guest-');
  await second.expectMovingPicture();
  await first.expectMovingPicture();
  await expect.poll(guest.certificates).toBe(1);
  await second.page.getByRole('button', { name: 'All devices' }).tap();
  await expect(cardsOf(second.page)).toHaveCount(1);
  await first.expectMovingPicture();
});
