/** @module The phone of a household: this machine's Chromium. */
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../harness/chromium-flags.ts';
import { CHROMIUM } from '../../scripts/system-browser.ts';

/** Limit for the first picture after the link is opened, in milliseconds. */
const PICTURE_MS = 60_000;

/** A page that passes the warning about the certificate. */
export async function openPhone(cleanUp: AsyncDisposableStack): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: await CHROMIUM.ensure(),
    args: [...CHROMIUM_FLAGS],
  });
  cleanUp.defer(async () => await browser.close());
  return await browser.newPage({ viewport: { width: 390, height: 844 }, ignoreHTTPSErrors: true });
}

/** Waits for the moving picture of a verified device. @throws Error if there is none in time */
export async function expectLive(page: Page): Promise<void> {
  await page.getByTestId('badge').filter({ hasText: 'Verified' }).first().waitFor({ timeout: PICTURE_MS });
  const box = page.locator('[data-testid=video-front-door-video][data-phase=playing]');
  const video = await box.locator('video').elementHandle({ timeout: PICTURE_MS });
  await page.waitForFunction(
    (element) => element instanceof HTMLVideoElement && element.currentTime > 2,
    video,
    { timeout: PICTURE_MS },
  );
}
