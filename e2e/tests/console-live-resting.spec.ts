/** @module The controls leave a picture while a person only watches, and come back with the first sign of that person. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { PHONE } from '../harness/screens.ts';

const UNSEEN = ['opacity', '0'] as const;
const SEEN = ['opacity', '1'] as const;

test('with a mouse and a keyboard', async ({ openPage, shared, device }) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  await new ConsolePage(page).expectMovingPicture();
  const controls = page.getByRole('group', { name: /^Controls/u });
  await expect(controls).toHaveCSS(...UNSEEN);
  await page.mouse.move(300, 300);
  await expect(controls).toHaveCSS(...SEEN);
  await expect(controls).toHaveCSS(...UNSEEN);
  await page.getByRole('button', { name: 'Unmute' }).focus();
  await expect(controls).toHaveCSS(...SEEN);
  // An open menu stays until it is closed, and a paused picture keeps its controls.
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.mouse.move(300, 200);
  await expect(page.locator('.lw-live')).toHaveClass(/resting/u);
  await expect(controls).toHaveCSS(...SEEN);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(300, 300);
  await expect(page.locator('.lw-live')).toHaveClass(/resting/u);
  await expect(controls).toHaveCSS(...SEEN);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a tap where they were brings them back and presses nothing; the next one does', async ({
    openPage,
    shared,
    device,
  }) => {
    const page = await openPage(pairingLink(shared.service.url, device));
    await new ConsolePage(page).expectMovingPicture();
    const controls = page.getByRole('group', { name: /^Controls/u });
    await expect(controls).toHaveCSS(...UNSEEN);
    const sound = page.getByRole('button', { name: 'Unmute' });
    await sound.tap();
    await expect(controls).toHaveCSS(...SEEN);
    await expect(sound).toBeVisible();
    await sound.tap();
    await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  });
});
