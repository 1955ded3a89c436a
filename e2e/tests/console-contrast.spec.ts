/** @module Text over a picture is readable however bright or dark the picture is, in both schemes. */
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { faintOverPictures } from '../harness/contrast.ts';
import { expect, test } from '../harness/fixtures.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** Text and icons with too little contrast in the main part of the page, in both schemes. */
async function expectReadable(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached();
    expect.soft(await faintOverPictures(page.getByRole('main')), `${state}, ${colorScheme}`).toEqual([]);
  }
}

/** The same while the mouse hovers over each button. */
async function expectReadableUnderMouse(page: Page, state: string): Promise<void> {
  const main = page.getByRole('main');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached();
    for (const button of await main.locator('button:enabled').all()) {
      await button.hover();
      expect.soft(await faintOverPictures(main), `${state}, ${colorScheme}`).toEqual([]);
    }
  }
}

// As narrow as a phone, and with a mouse.
test.use({ viewport: { width: 412, height: 839 } });

test('the message and the button of a device without tracks have enough contrast', async ({
  openPage,
  shared,
  start,
}) => {
  const args = ['--tcp-port', '9', '--files', '/nonexistent'];
  const device = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
  const page = await openPage(pairingLink(shared.service.url, device));
  const note = page.getByTestId('media-note');
  await expect(note.getByRole('button', { name: 'Any request' })).toBeVisible();
  await expectReadable(page, 'no tracks');
  await expectReadableUnderMouse(page, 'no tracks');
  await note.getByRole('button', { name: 'Any request' }).click();
  await expect(page.getByLabel('Path', { exact: true })).toBeVisible();
});

test("a picture's login, controls, menus, loading state and loss of connection have enough contrast", async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage(pairingLink(shared.service.url, device, { pwd: 'not-the-password' }));
  const tab = new ConsolePage(page);
  await expect(page.getByTestId('login-form')).toBeVisible();
  await expectReadable(page, 'login');
  await expectReadableUnderMouse(page, 'login');
  await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await tab.expectMovingPicture();
  await tab.more('Statistics');
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await expectReadable(page, 'statistics, menu');
  await expectReadableUnderMouse(page, 'statistics, menu');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expectReadable(page, 'paused');
  // The device does not answer the next request; on a busy machine its loss is noticed first, which is shown instead.
  device.child.signal('SIGSTOP');
  await goToRequests(page);
  await goTo(page, 'Live');
  await expect(page.getByText('Waiting for the picture').or(tab.recovering)).toBeVisible();
  await expectReadable(page, 'waiting');
  await expect(tab.recovering).toBeVisible({ timeout: 60_000 });
  await expectReadable(page, 'recovering');
  device.child.signal('SIGCONT');
});
