/** @module Saved pictures and recordings: the file holds what was shown, and all of the last half minute. */
import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { readRecording } from '../harness/read-recording.ts';
import { PHONE } from '../harness/screens.ts';

/** The mean difference between two pictures after JPEG compression, per pixel, of 255. */
const ALIKE = 2;
/** The recorded time, and the most that is saved before it, so that the file begins with a keyframe, in seconds. */
const [KEPT_S, BEFORE_S] = [30, 12];

/** How much a file differs from the video's current picture: its size, and the pixels in the middle. */
async function compare(
  video: Locator,
  file: string,
): Promise<{ readonly size: number[]; readonly shown: number[]; readonly difference: number }> {
  return await video.evaluate(
    async (element: HTMLVideoElement, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const saved = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      const points = (source: CanvasImageSource): Uint8ClampedArray => {
        const context = new OffscreenCanvas(saved.width, saved.height).getContext('2d');
        if (context === null) throw new Error('no 2d context');
        context.drawImage(source, 0, 0, saved.width, saved.height);
        return context.getImageData(0, 0, saved.width, saved.height).data;
      };
      const [ours, theirs] = [points(saved), points(element)];
      const total = ours.reduce((sum, value, index) => sum + Math.abs(value - (theirs[index] ?? 0)), 0);
      return {
        size: [saved.width, saved.height],
        shown: [element.videoWidth, element.videoHeight],
        difference: total / ours.length,
      };
    },
    readFileSync(file, 'base64'),
  );
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a saved picture is the shown one, in its original size', async ({
    device,
    openPage,
    shared,
  }, testInfo) => {
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await tab.expectMovingPicture();
    await tab.more('Pause');
    await expect(tab.video).toHaveAttribute('data-phase', 'paused');
    const save = async (): Promise<string> => {
      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a picture' }).tap(),
      ]);
      const file = testInfo.outputPath(picture.suggestedFilename());
      await picture.saveAs(file);
      return file;
    };
    const file = await save();
    const video = tab.video.locator('video');
    const { size, shown, difference } = await compare(video, file);
    expect(size).toEqual(shown);
    expect(difference).toBeLessThan(ALIKE);
    // The measure distinguishes two pictures.
    await tab.more('Play');
    await expect.poll(async () => (await compare(video, file)).difference).toBeGreaterThan(ALIKE);
  });
});

test('the last half minute is saved completely, with little before it', async ({
  device,
  openPage,
  shared,
}) => {
  test.setTimeout(150_000);
  const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
  const { page } = tab;
  await tab.expectMovingPicture();
  const played = async (): Promise<number> =>
    await tab.video.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played, { timeout: 90_000 }).toBeGreaterThan(KEPT_S + BEFORE_S + 5);
  const [last] = await Promise.all([page.waitForEvent('download'), tab.more('Save the last 30 seconds')]);
  const { seconds, kinds } = await readRecording(last, shared.service.directory);
  expect(kinds.toSorted()).toEqual(['audio', 'video']);
  expect(seconds).toBeGreaterThan(KEPT_S - 1);
  expect(seconds).toBeLessThan(KEPT_S + BEFORE_S);
});
