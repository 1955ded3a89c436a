/** @module Pictures, the wall and the terminal by keyboard alone: Escape closes what opens, and the focus can leave a terminal. */
import { makeCodecClips } from '../harness/codec-clips.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { CODEC_DEVICE, STREAM_DEVICE } from '../harness/paths.ts';

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

  const more = async (entry: string): Promise<void> => {
    await keys.press(button('More actions'));
    await keys.press(button(entry));
    await expect(button('More actions')).toBeFocused();
  };
  await more('Pause');
  await expect(tab.video).toHaveAttribute('data-phase', 'paused');
  await more('Play');
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
  await more('Statistics');
  await expect(page.getByTestId('statistics')).toContainText('Format');
  await more('Statistics');
  await expect(page.getByTestId('statistics')).toHaveCount(0);
  await more('Small window');
  await expect
    .poll(async () => await page.evaluate(() => document.pictureInPictureElement?.nodeName))
    .toBe('VIDEO');
  await more('Small window');
  await expect
    .poll(async () => await page.evaluate(() => document.pictureInPictureElement?.nodeName))
    .toBe(undefined);
  await keys.press(button('Full screen'));
  await expect
    .poll(async () => await page.evaluate(() => document.fullscreenElement?.className))
    .toContain('lw-tile');
  await more('Statistics');
  await expect(page.getByTestId('statistics')).toBeVisible();
  await keys.press(button('Full screen'));
  await expect
    .poll(async () => await page.evaluate(() => document.fullscreenElement?.className))
    .toBe(undefined);
  await expect(button('Full screen')).toBeFocused();
});

test('Escape closes the menu of a picture, from inside and from its button; choosing an entry returns to the button', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const more = page.getByRole('button', { name: 'More actions', exact: true });
  const last = page.getByRole('button', { name: 'Save the last 30 seconds' });
  await tab.expectMovingPicture();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await keys.press(more);
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(last).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  const keep = page.getByLabel('Keep the last 30 seconds ready');
  await keys.press(keep, 'Space');
  await expect(last).toHaveCount(0);
  await page.keyboard.press('Space');
  await keys.tabTo(last, { isBack: true });
  await page.keyboard.press('Escape');
  await expect(last).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  const [saved] = await Promise.all([page.waitForEvent('download'), keys.press(last)]);
  expect(saved.suggestedFilename()).toMatch(/\.(?:webm|mp4)$/u);
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.press(page.getByRole('button', { name: /^Record, with/u }));
  await expect(page.getByTestId('recording')).toBeVisible();
  await expect(more).toBeFocused();
  const stop = page.getByRole('button', { name: 'Stop and save the recording' });
  await keys.tabTo(stop, { isBack: true });
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expect(more).toBeFocused();
});

test('keys act on the picture that is alone: the space bar, M, S and F', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  await tab.expectMovingPicture();
  await page.keyboard.press('Space');
  await expect(tab.video).toHaveAttribute('data-phase', 'paused');
  await page.keyboard.press('Space');
  await tab.expectMovingPicture();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  await page.keyboard.press('M');
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  const [picture] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  expect(picture.suggestedFilename()).toMatch(/\.jpg$/u);
  await page.keyboard.press('f');
  const isFull = async (): Promise<boolean> => await page.evaluate(() => document.fullscreenElement !== null);
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
});

test('cameras are made large, changed, hidden and shown by keyboard', async ({ openPage, shared, start }) => {
  const args = await makeCodecClips(shared.service.directory, ['h264', 'vp8', 'vp9']);
  const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  const picture = (id: string) => page.getByTestId(`video-${id}`);
  for (const id of ['h264', 'vp8', 'vp9']) await expect(picture(id)).toHaveAttribute('data-phase', 'playing');
  await keys.press(page.getByRole('button', { name: 'Show vp8 large' }));
  await expect(picture('h264')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(picture('vp9')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(picture('h264')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(picture('vp9')).toBeVisible();
  await expect(picture('h264')).toBeHidden();
  await page.keyboard.press('Escape');
  for (const id of ['h264', 'vp8', 'vp9']) await expect(picture(id)).toBeVisible();

  const opener = page.getByRole('button', { name: 'Show a hidden camera' });
  const ofVp8 = page.getByRole('group', { name: 'Controls of vp8' });
  await keys.press(ofVp8.getByRole('button', { name: 'More actions', exact: true }));
  await keys.press(page.getByRole('button', { name: 'Hide', exact: true }));
  await expect(picture('vp8')).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('button', { name: 'vp8', exact: true });
  await keys.tabTo(entry);
  await page.keyboard.press('Escape');
  await expect(entry).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.press(entry);
  await expect(picture('vp8')).toBeVisible();
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
  await keys.goToMore('Terminal');
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
