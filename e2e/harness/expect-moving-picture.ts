/** @module Asserts that a video is rendered: its pixels are not blank, and change. */
import { expect } from '@playwright/test';
import type { TestClient } from './test-client.ts';

/** The range of brightness in a picture; zero for a blank one. */
function contrast(frame: readonly number[]): number {
  return Math.max(...frame) - Math.min(...frame);
}

/** How many points of the picture changed visibly. */
function changedPoints(before: readonly number[], after: readonly number[]): number {
  return before.filter((value, index) => Math.abs(value - (after[index] ?? value)) > 12).length;
}

/** Asserts that the track shows a moving picture. */
export async function expectMovingPicture(client: TestClient, trackId = 'frontdoor-video'): Promise<void> {
  await expect.poll(async () => await client.trackIds()).toContain(trackId);
  const first = await client.nextFrame(trackId);
  await expect.poll(async () => contrast(await client.nextFrame(trackId))).toBeGreaterThan(40);
  await expect.poll(async () => changedPoints(first, await client.nextFrame(trackId))).toBeGreaterThan(2);
}
