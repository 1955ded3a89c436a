/** @module Screens of the console that a test visits in order, and those that are the same in every language. */
import { expect, type Page } from '@playwright/test';
import { pairingLink, type ConsolePage } from './console-page.ts';
import type { Device } from './device.ts';

/** What opening a screen needs. */
export interface Stage {
  readonly page: Page;
  readonly tab: ConsolePage;
  readonly device: Device;
  readonly url: string;
}

/** One screen, and the steps to reach it from the previous one. */
export type ScreenOn<On> = readonly [name: string, open: (stage: On) => Promise<void>];

/** A screen of a device, or one on the way to it. */
export type Screen = ScreenOn<Stage>;

/** A link with another key than the device's. */
export const stopScreen = (name: string): Screen => [
  name,
  async ({ page, tab, device, url }) => {
    await page.goto(pairingLink(url, device, { fp: 'ab'.repeat(32) }));
    await expect(tab.stopScreen).toBeVisible();
  },
];

/** The follow-up: the person removes the device with that link's key, so that another one can be opened. */
export const MISTAKE_REMOVED: Screen = [
  'add, after the stop',
  async ({ page, tab }) => {
    await tab.stopScreen.locator('.lw-stop-other').click();
    await expect(page).toHaveURL(/#\/add$/u);
  },
];

/** A link to a device that is unknown to the service. */
export const FAILURE_SCREEN: Screen = [
  'failure',
  async ({ page, tab, device, url }) => {
    await page.goto(pairingLink(url, device, { d: 'de-none' }));
    await expect(tab.failure).toBeVisible();
  },
];
