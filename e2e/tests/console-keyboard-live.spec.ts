/** @module Pictures, the wall and the terminal by keyboard alone: Escape closes what opens, and the focus can leave a terminal. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Reason: key by key, each checked.
test.slow();

test('everything that can be done with a picture can be done by keyboard', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const [note, { keyboard }] = [page.getByTestId('live-note'), page];
  await tab.expectMovingPicture();

  await keys.press(button('Pause'), 'Space');
  await expect(tab.video).toHaveAttribute('data-phase', 'paused');
  await keys.press(button('Play'));
  await tab.expectMovingPicture();
  await keys.press(button('Unmute'));
  await expect(button('Mute')).toBeFocused();
  await keys.press(button('Talk'));
  await expect(button('Talking: tap to stop')).toBeFocused();
  await keyboard.press('Enter');
  await expect(button('Talk')).toBeFocused();
  const [picture] = await Promise.all([page.waitForEvent('download'), keys.press(button('Save a picture'))]);
  expect(picture.suggestedFilename()).toMatch(/\.jpg$/u);
  await expect(note).toHaveText('Picture saved.');
  await keys.press(button('Statistics'));
  await expect(page.getByTestId('statistics')).toContainText('Format');
  await keys.press(button('Statistics'));
  await expect(page.getByTestId('statistics')).toHaveCount(0);
  await keys.press(button('Small window'));
  await expect
    .poll(async () => await page.evaluate(() => document.pictureInPictureElement?.nodeName))
    .toBe('VIDEO');
  await keyboard.press('Enter');
  await expect
    .poll(async () => await page.evaluate(() => document.pictureInPictureElement?.nodeName))
    .toBe(undefined);
  await keys.press(button('Full screen'));
  await expect
    .poll(async () => await page.evaluate(() => document.fullscreenElement?.className))
    .toContain('lw-tile');
  await keys.press(button('Statistics'));
  await expect(page.getByTestId('statistics')).toBeVisible();
  await keys.press(button('Full screen'));
  await expect
    .poll(async () => await page.evaluate(() => document.fullscreenElement?.className))
    .toBe(undefined);
  await expect(button('Full screen')).toBeFocused();
});

test('Escape closes the record menu, from inside and from its button; choosing an entry returns to the button', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const record = page.getByRole('button', { name: 'Record', exact: true });
  const last = page.getByRole('button', { name: 'Save the last 30 seconds' });
  await tab.expectMovingPicture();
  await expect(record).toHaveAttribute('aria-expanded', 'false');
  await keys.press(record);
  await expect(record).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(last).toHaveCount(0);
  await expect(record).toBeFocused();

  await page.keyboard.press('Enter');
  const keep = page.getByLabel('Keep the last 30 seconds ready');
  await keys.press(keep, 'Space');
  await expect(last).toHaveCount(0);
  await page.keyboard.press('Space');
  await keys.tabTo(last, { isBack: true });
  await page.keyboard.press('Escape');
  await expect(last).toHaveCount(0);
  await expect(record).toBeFocused();

  await page.keyboard.press('Enter');
  const [saved] = await Promise.all([page.waitForEvent('download'), keys.press(last)]);
  expect(saved.suggestedFilename()).toMatch(/\.(?:webm|mp4)$/u);
  await expect(record).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.press(page.getByRole('button', { name: /^Record, with/u }));
  await expect(page.getByTestId('recording')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop and save the recording' })).toBeFocused();
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expect(record).toBeFocused();
});

test('another track is requested, cancelled by Escape, shown and hidden by keyboard', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const opener = page.getByRole('button', { name: 'Show another track' });
  const name = page.getByLabel('Name of the track');
  await tab.expectMovingPicture();
  for (const from of ['the field', 'its button'] as const) {
    await keys.press(opener);
    await expect(name).toBeFocused();
    if (from === 'its button') await keys.tabTo(page.getByRole('button', { name: 'Show', exact: true }));
    await page.keyboard.press('Escape');
    await expect(name, from).toHaveCount(0);
    await expect(opener, from).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('attic');
  await keys.press(page.getByRole('button', { name: 'Show', exact: true }));
  await expect(page.getByTestId('video-attic')).toContainText('The device does not have it.');
  await expect(opener).toBeFocused();
  await keys.tabTo(page.getByRole('button', { name: 'Hide', exact: true }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('video-attic')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('devices are removed from and added to the wall, and opened from it, by keyboard', async ({
  openPage,
  shared,
  start,
  device,
}) => {
  const other = await start.device(shared.service, 'longwire');
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  await expect(tab.whoAmI).toContainText('Administrator');
  await page.goto(pairingLink(shared.service.url, other));
  await expect(page.getByRole('heading', { name: other.deviceId })).toBeVisible();
  await expect(tab.whoAmI).toContainText('Administrator');
  await keys.press(page.getByRole('button', { name: 'All devices' }));
  await keys.press(page.getByRole('button', { name: 'Wall' }));
  const tiles = page.getByTestId(/^tile-/u);
  await expect(tiles).toHaveCount(2);
  const choose = page.getByRole('button', { name: 'Choose devices' }).first();
  await keys.press(choose);
  await keys.press(page.getByLabel(device.deviceId, { exact: true }), 'Space');
  await keys.press(page.getByLabel(other.deviceId, { exact: true }), 'Space');
  await expect(page.getByText('No device is chosen.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choose).toBeFocused();
  await expect(page.getByRole('group', { name: 'On the wall' })).toHaveCount(0);
  await keys.press(page.getByRole('button', { name: 'Choose devices' }).last());
  await expect(choose).toBeFocused();
  await keys.press(page.getByLabel(other.deviceId, { exact: true }), 'Space');
  await expect(tiles).toHaveCount(1);
  await keys.press(page.getByRole('button', { name: 'Done' }));
  await expect(choose).toBeFocused();
  await keys.press(page.getByRole('link', { name: `Open ${other.deviceId}` }));
  await expect(page.getByRole('heading', { name: other.deviceId, level: 1 })).toBeFocused();
});

test('the terminal receives Tab and the arrows, says how to leave it, and can be left', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire', {
    main: STREAM_DEVICE,
    args: ['--tcp-port', '9', '--files', '/tmp'],
  });
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
  await keys.press(page.getByRole('link', { name: 'Terminal', exact: true }));
  const terminal = page.getByTestId('terminal');
  await expect(terminal).toHaveAttribute('data-state', 'open');
  const screen = page.getByRole('textbox', { name: 'Terminal input' });
  await keys.tabTo(screen);
  await expect(screen).toHaveAccessibleDescription('Ctrl+F6 takes the keyboard out of the terminal.');
  await expect(page.getByText('Ctrl+F6 takes the keyboard out of the terminal.')).toBeInViewport();
  // This program records the received keys.
  await page.keyboard.type('cat -vT\n');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.xterm-rows')).toContainText('^[[A^I');
  await expect(screen).toBeFocused();
  await page.keyboard.press('Control+F6');
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('terminal')).not.toHaveAttribute('data-state', 'open');
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(terminal).toHaveAttribute('data-state', 'open');
  await expect(screen).toBeFocused();
  await page.keyboard.type('exit\n');
  await expect(page.getByTestId('terminal-note')).toContainText('The program at the other end has ended.');
  await page.keyboard.press('Control+F6');
  await keys.press(page.getByRole('button', { name: 'Open again' }));
  await expect(terminal).toHaveAttribute('data-state', 'open');
  await expect(screen).toBeFocused();
});
