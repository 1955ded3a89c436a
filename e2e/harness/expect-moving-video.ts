/** @module Asserts that a video element shows a moving picture. */
import { expect, type Locator } from '@playwright/test';

/** Asserts that two samples of its pixels differ. */
export async function expectMovingVideo(video: Locator): Promise<void> {
  const look = async (): Promise<string> =>
    await video.evaluate((element) => {
      if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return '';
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 36];
      canvas.getContext('2d')?.drawImage(element, 0, 0, 64, 36);
      return canvas.toDataURL();
    });
  await expect.poll(look).not.toBe('');
  const before = await look();
  await expect.poll(look).not.toBe(before);
}
