/** @module Reloading the console: user and input are restored, and no secret is stored. */
import type { Locator } from '@playwright/test';
import { ConsolePage } from '../harness/console-page.ts';
import { expect, expectTyped, test, typeRequest } from '../harness/guest-fixtures.ts';
import { PHONE } from '../harness/screens.ts';
import { goTo } from '../harness/places.ts';

test.use(PHONE);

test('after a reload the device is live with the same user, without a password, and the input is restored', async ({
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await typeRequest(page);
  // The draft is written in the background; a reload within the same milliseconds would come first.
  await expect.poll(async () => await tab.keptText()).toContain('/typed/and/not/sent');
  await page.reload();
  await expect(tab.whoAmI).toContainText('guest-');
  await expect(tab.badge).toHaveText('Verified');
  await expectTyped(page);
  const sent = await tab.sentPaths();
  expect(sent.filter((path) => path.includes('password'))).toEqual([]);
  await expect.poll(guest.certificates).toBe(1);
  await goTo(page, 'Live');
  await tab.expectMovingPicture();
});

test('after a reload before the device could be stored, the device is shown and only the password is asked for', async ({
  context,
  device,
  openLink,
}) => {
  // The storage does not answer the page that the link opens; the next page finds it unchanged.
  await context.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isFirst = location.protocol === 'http:' && Reflect.get(navigation ?? {}, 'type') !== 'reload';
    if (isFirst) Reflect.set(IDBFactory.prototype, 'open', () => new EventTarget());
  });
  const tab = await openLink({});
  const { page } = tab;
  await page.waitForURL((url) => url.hash.startsWith('#/device/'));
  const unsaved = async (): Promise<string> =>
    await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  const kept = await unsaved();
  expect(kept).toContain(device.deviceId);
  expect(kept).not.toContain(device.password);
  await page.reload();
  const form = page.getByTestId('login-form');
  await expect(form.getByLabel('User name')).toHaveValue('admin');
  await expect(tab.badge).toHaveText('Verified');
  await form.getByLabel('Password', { exact: true }).fill(device.password);
  await form.getByRole('button', { name: 'Log in' }).tap();
  await expect(tab.whoAmI).toContainText('admin');
  // It is removed once the storage has the device, which may be after the login.
  await expect.poll(unsaved).not.toContain(device.sct);
});

test('input for a device added by hand survives leaving and a reload, its secrets do not', async ({
  device,
  openPage,
  shared,
}) => {
  const tab = new ConsolePage(await openPage(`${shared.service.url}/#/add`));
  const { page } = tab;
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  await page.getByRole('radio', { name: 'Type it in' }).tap();
  await field('Product id').fill(device.productId);
  await field('Device id').fill(device.deviceId);
  await field('Connection token').fill(device.sct);
  await field('User name').fill(device.username);
  await field('Password').fill(device.password);
  await field('Name').fill('Front door');
  const expectKept = async (): Promise<void> => {
    await expect(field('Product id')).toHaveValue(device.productId);
    await expect(field('Device id')).toHaveValue(device.deviceId);
    await expect(field('User name')).toHaveValue(device.username);
    await expect(field('Name')).toHaveValue('Front door');
    await expect(field('Connection token')).toHaveValue('');
    await expect(field('Password')).toHaveValue('');
    const text = await tab.keptText();
    for (const secret of [device.sct, device.password]) expect(text).not.toContain(secret);
  };
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.goBack();
  await expectKept();
  await page.reload();
  await expectKept();
  await field('Connection token').fill(device.sct);
  await field('Password').fill(device.password);
  await page.getByRole('button', { name: 'Connect' }).tap();
  await expect(tab.whoAmI).toContainText('admin');
  await page.goto(`${shared.service.url}/#/add`);
  await page.getByRole('radio', { name: 'Type it in' }).tap();
  await expect(field('Name')).toHaveValue('');
});
