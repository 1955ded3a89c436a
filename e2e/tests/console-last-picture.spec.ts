/** @module The last picture of a device: on its card, after a reload, and while the device is away. */
import { expectFitsScreens } from '../harness/accessibility.ts';
import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/console-fixtures.ts';
import { NOTICE_MS } from '../harness/console-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';

/** How many shades of grey a picture has: a blank one has a few. */
async function shadesOf(picture: Locator): Promise<number> {
  return await picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('the element is not a picture');
    await image.decode();
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no 2d context');
    context.drawImage(image, 0, 0, 64, 48);
    const { data } = context.getImageData(0, 0, 64, 48);
    return new Set(data.filter((_, index) => index % 4 === 1)).size;
  });
}

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  test('the last picture is shown on the card, also after a reload, with a notice when the device is away', async ({
    openLink,
    shared,
    start,
  }) => {
    // Reason: its own device starts, and has to be missed.
    test.slow();
    const device = await start.device(shared.service, 'longwire');
    const tab = await openLink({}, device);
    const { page } = tab;
    await tab.expectMovingPicture();
    await page.getByRole('button', { name: 'All devices' }).click();
    const card = page.getByTestId(`device-${device.deviceId}`);
    const picture = card.getByRole('img', { name: `Last picture from ${device.deviceId}` });
    await expect(picture).toBeVisible();
    expect(await shadesOf(picture)).toBeGreaterThan(20);
    await expect(card.getByText('No picture yet')).toHaveCount(0);

    await page.reload();
    expect(await shadesOf(picture)).toBeGreaterThan(20);
    await device.child.kill();
    await expect(card.getByTestId('presence')).toContainText('Not reachable', { timeout: NOTICE_MS });
    expect(await shadesOf(picture)).toBeGreaterThan(20);
    await card.getByRole('link').click();
    await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
    const behind = page.getByRole('main').locator('img').first();
    expect(await shadesOf(behind)).toBeGreaterThan(20);
    await expectFitsScreens(page);
  });
});
