/** @module Screens of the console that a test goes through one after the other, and those that are the same in every language. */
import { expect, type Page } from '@playwright/test';
import { pairingLink, type ConsolePage } from './console-page.ts';
import type { Device } from './device.ts';

/** What a screen is opened with. */
export interface Stage {
  readonly page: Page;
  readonly tab: ConsolePage;
  readonly device: Device;
  readonly url: string;
}

/** One screen, and how it is reached from the one before. */
export type ScreenOn<On> = readonly [name: string, open: (stage: On) => Promise<void>];

/** One of a device's screens, or of what leads to one. */
export type Screen = ScreenOn<Stage>;

/** A link with another key than the device's. */
export const stopScreen = (name: string): Screen => [
  name,
  async ({ page, tab, device, url }) => {
    await page.goto(pairingLink(url, device, { fp: 'ab'.repeat(32) }));
    await expect(tab.stopScreen).toBeVisible();
  },
];

/** After it: the person removes the device with the key of that link, before another one is opened. */
export const MISTAKE_REMOVED: Screen = [
  'add, after the stop',
  async ({ page, tab }) => {
    await tab.stopScreen.locator('.lw-stop-other').click();
    await expect(page).toHaveURL(/#\/add$/u);
  },
];

/** A link to a device that the service does not know. */
export const FAILURE_SCREEN: Screen = [
  'failure',
  async ({ page, tab, device, url }) => {
    await page.goto(pairingLink(url, device, { d: 'de-none' }));
    await expect(tab.failure).toBeVisible();
  },
];
