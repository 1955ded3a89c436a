/** @module By keyboard alone: exporting and importing devices, choosing a name after pairing by the open password, the doctor's report. */
import { expect, test } from '../harness/console-fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Reason: key by key, each checked.
test.slow();

test('devices are exported to a file and imported from one by keyboard', async ({ openLink, shared }) => {
  const { badge, page } = await openLink();
  await expect(badge).toHaveText('Verified');
  await page.goto(`${shared.service.url}/#/settings`);
  const keys = new Keyboard(page);
  const download = page.waitForEvent('download');
  await keys.press(page.getByRole('button', { name: 'Save to a file' }));
  const file = await (await download).path();
  await expect(page.getByText('One device was saved.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await keys.press(page.getByRole('button', { name: 'Add from a file' }));
  await (await chooser).setFiles(file);
  await expect(page.getByText('0 added, 1 known before.')).toBeVisible();
  await keys.expectSomewhere();
});

test('pairing by the open password by keyboard: a name that is taken, then a free one', async ({
  connectClient,
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const { deviceId, productId, sct } = device;
  const admin = await connectClient({ deviceId, productId, sct });
  await admin.logInAsAdmin(device);
  const open = await admin.page.evaluate(async () => {
    const { iam } = window.probe.connection;
    await iam.setPairingMode('password-open-pairing', true);
    return (await iam.getSettings()).PasswordOpenPassword ?? '';
  });
  const { page, whoAmI } = await openLink({ u: '', pwd: open }, device);
  const form = page.getByTestId('name-form');
  const keys = new Keyboard(page);
  await keys.type(form.getByLabel('User name'), 'admin');
  await page.keyboard.press('Enter');
  await expect(form.getByText('This name is taken. Choose another.')).toBeVisible();
  await expect(form.getByLabel('User name')).toBeFocused();
  await keys.type(form.getByLabel('User name'), 'bob');
  await keys.press(form.getByRole('button', { name: 'Join' }));
  await expect(whoAmI).toContainText('bob');
});

test("the doctor's report is copied by keyboard", async ({ context, device, openLink, shared }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { badge, page } = await openLink();
  await expect(badge).toHaveText('Verified');
  await page.goto(`${shared.service.url}/#/doctor/${device.productId}/${device.deviceId}`);
  await expect(page.getByTestId('doctor')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  const keys = new Keyboard(page);
  const copy = page.getByRole('button', { name: /^(Copy the report|Copied)$/u });
  await keys.press(page.locator('summary', { hasText: 'All checks' }));
  await keys.press(copy);
  await expect
    .poll(async () => await page.evaluate(async () => await navigator.clipboard.readText()))
    .toContain('longwire doctor');
  await expect(copy).toBeFocused();
});
