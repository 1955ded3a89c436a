/** @module What people come for, with the taps that it takes them on a phone. Giving access and switching the light are in their own specs. */
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { PHONE } from '../harness/screens.ts';
import { task } from '../harness/task.ts';

test.use(PHONE);
// Reason: each starts its own device.
test.slow();

test('seeing the own camera takes no tap, talking one, and reading why it cannot be reached one', async ({
  context,
  openPage,
  shared,
  start,
}) => {
  await context.grantPermissions(['microphone']);
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage('about:blank');
  const tab = new ConsolePage(page);
  const linked = await task('see a camera by its link', async () => {
    await page.goto(pairingLink(shared.service.url, device));
    await tab.expectMovingPicture();
  });
  expect(linked).toBe(0);
  await expect(tab.whoAmI).toContainText('admin');

  await page.getByRole('button', { name: 'All devices' }).click();
  const chosen = await task('see a camera from its card', async (tap) => {
    await tap(page.getByTestId(`device-${device.deviceId}`).getByRole('link'));
    await tab.expectMovingPicture();
  });
  expect(chosen).toBe(1);
  await page.goto('about:blank');

  const seen = await task('see my camera', async () => {
    await page.goto(`${shared.service.url}/`);
    await tab.expectMovingPicture();
  });
  expect(seen).toBe(0);

  const talked = await task('talk', async (tap) => {
    await tap(page.getByRole('button', { name: 'Talk', exact: true }));
    await expect(page.getByRole('button', { name: 'Talking: tap to stop' })).toBeVisible();
  });
  expect(talked).toBe(1);

  await device.child.kill();
  await page.goto('about:blank');
  await page.goto(`${shared.service.url}/`);
  await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
  const asked = await task('why is it not reachable', async (tap) => {
    await tap(page.getByRole('button', { name: 'Find the problem' }));
    await expect(page.getByTestId('conclusion')).toContainText('The device is offline.', { timeout: 60_000 });
  });
  expect(asked).toBe(1);
});

test('seeing who was here takes two taps', async ({ browser, connectClient, openPage, shared, start }) => {
  const device = await start.device(shared.service, 'longwire');
  const { deviceId, productId, sct } = device;
  const admin = await connectClient({ deviceId, productId, sct });
  await admin.logInAsAdmin(device);
  const { username, password } = await admin.createUser('anna', 'Guest');
  const anna = new ConsolePage(await (await browser.newContext()).newPage());
  await anna.page.goto(pairingLink(shared.service.url, device, { u: username, pwd: password }));
  await anna.expectMovingPicture();
  await anna.page.context().close();

  const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
  const { page } = tab;
  await tab.expectMovingPicture();
  const taps = await task('who was here', async (tap) => {
    await tap(page.getByRole('button', { name: 'More', exact: true }));
    await tap(page.getByRole('link', { name: 'Activity', exact: true }));
    await expect(page.getByText('anna was here')).toBeVisible();
  });
  expect(taps).toBe(2);
});
