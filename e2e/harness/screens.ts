/** @module The screen sizes that the console is tested with. */
import { devices, type PlaywrightTestOptions } from '@playwright/test';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];

/** A phone, without Playwright's browser for it, which a group of tests may not choose. */
export const PHONE: Omit<(typeof devices)[string], 'defaultBrowserType'> = {
  viewport,
  userAgent,
  deviceScaleFactor,
  isMobile,
  hasTouch,
};

/** Both sizes, each with one colour scheme. */
export const PHONE_AND_DESKTOP: readonly (readonly [
  where: string,
  screen: Partial<PlaywrightTestOptions>,
])[] = [
  ['a phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ['a desktop, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
];
