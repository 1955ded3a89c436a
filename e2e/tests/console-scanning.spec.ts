/** @module Pairing by QR code: scanned by the camera, read from an image file, and without a camera. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { CHROMIUM_FLAGS, MICROPHONE_FLAG } from '../harness/chromium-flags.ts';
import { ConsolePage } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { invite, newName, peopleTest } from '../harness/people-fixtures.ts';
import { bmpOf, pictureOfCode, y4mOf } from '../harness/qr-picture.ts';
import { PHONE } from '../harness/screens.ts';

/** A browser with another camera picture than the other tests. */
async function launch(flags: readonly string[], without: readonly string[] = []): Promise<Browser> {
  return await launchChromium([...CHROMIUM_FLAGS.filter((flag) => !without.includes(flag)), ...flags]);
}

peopleTest.describe('scanning', () => {
  peopleTest(
    "an invite's QR code is scanned by the camera, and its content shown before it is used",
    async ({ device, openPeople, shared }) => {
      const name = newName();
      const admin = await openPeople(device);
      await invite(admin.page, name);
      const code = admin.page.getByRole('img', { name: 'The link as a QR code' });
      const directory = mkdtempSync(join(tmpdir(), 'longwire-code-'));
      const video = join(directory, 'code.y4m');
      writeFileSync(video, y4mOf(await pictureOfCode(code, { width: 640, height: 480, scale: 5 })));

      await using browser = await launch([`--use-file-for-fake-video-capture=${video}`]);
      const page = await browser.newPage(PHONE);
      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByRole('heading', { name: 'This link holds' })).toBeFocused();
      const contents = page.getByTestId('link-contents');
      await expect(contents).toContainText(device.deviceId);
      await expect(contents).toContainText('This is an invite: it works once.');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(new ConsolePage(page).whoAmI).toHaveText(`${name} · Guest`);
      rmSync(directory, { recursive: true });
    },
  );

  peopleTest(
    'a camera without a QR code in view can be replaced by an image file',
    async ({ device, openPeople, page, shared }) => {
      const admin = await openPeople(device);
      await invite(admin.page, newName());
      const code = admin.page.getByRole('img', { name: 'The link as a QR code' });
      const buffer = bmpOf(await pictureOfCode(code, { width: 900, height: 700, scale: 6 }));

      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByTestId('scan-words')).toContainText('Hold the code in front of the camera');
      await expect(page.getByTestId('scan-words')).toContainText('Go closer');
      expect(await accessibilityProblems(page)).toEqual([]);
      const picture = page.locator('input[type=file]');
      const file = { name: 'code.bmp', mimeType: 'image/bmp' };
      await picture.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
      await expect(page.getByText('This file is not a picture.')).toBeVisible();
      await picture.setInputFiles({ ...file, buffer });
      await expect(page.getByTestId('link-contents')).toContainText(device.deviceId);
    },
  );

  for (const [title, flags, without, words] of [
    ['no camera', ['--use-fake-device-for-media-stream=device-count=0'], [], 'There is no camera here.'],
    ['a camera that is not allowed', [], [MICROPHONE_FLAG], 'The camera is not allowed.'],
  ] as const) {
    peopleTest(`${title}: the reason and the alternatives are shown`, async ({ shared }) => {
      await using browser = await launch(flags, without);
      const page = await browser.newPage(PHONE);
      if (flags.length === 0) {
        const protocol = await page.context().newCDPSession(page);
        const permission = { name: 'camera' };
        await protocol.send('Browser.setPermission', { permission, setting: 'denied' });
      }
      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByTestId('scan-words')).toContainText(words);
      await expect(page.getByRole('button', { name: 'Try the camera again' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    });
  }
});
