/** @module Shows that a video is really rendered: its pixels are read back, are no blank, and change. */
import { expect } from '@playwright/test';
import type { TestClient } from './test-client.ts';

/** How far the brightness of a picture reaches: a blank one has none. */
function contrast(frame: readonly number[]): number {
  return Math.max(...frame) - Math.min(...frame);
}

/** How many points of the picture changed visibly. */
function changedPoints(before: readonly number[], after: readonly number[]): number {
  return before.filter((value, index) => Math.abs(value - (after[index] ?? value)) > 12).length;
}

/** Shows that the track is a picture that moves. */
export async function expectMovingPicture(client: TestClient, trackId = 'frontdoor-video'): Promise<void> {
  await expect.poll(async () => await client.trackIds()).toContain(trackId);
  const first = await client.nextFrame(trackId);
  await expect.poll(async () => contrast(await client.nextFrame(trackId))).toBeGreaterThan(40);
  await expect.poll(async () => changedPoints(first, await client.nextFrame(trackId))).toBeGreaterThan(2);
}
