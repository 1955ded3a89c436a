/** @module The fixture that asserts after every test what has to hold after every test. */
import { expect } from '@playwright/test';
import { leftBehind, showingSecrets } from './watched.ts';

/** How long what a process has started may take to end after it, in milliseconds: ffmpeg sees it at its next frame. */
const END_MS = 15_000;

/** An automatic fixture. */
export const oracles: readonly [
  fixture: (args: object, use: () => Promise<void>) => Promise<void>,
  options: { readonly auto: true },
] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  async ({}, use) => {
    await use();
    expect(showingSecrets(), "processes whose logs show a device's password or token").toEqual([]);
    await expect.poll(leftBehind, { message: 'processes that outlive theirs', timeout: END_MS }).toEqual([]);
  },
  { auto: true },
];
