/** @module The screens that the console is tried on. */
import { devices, type PlaywrightTestOptions } from '@playwright/test';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];

/** A phone, without the browser that Playwright names with it: a group of tests may not choose that. */
export const PHONE: Omit<(typeof devices)[string], 'defaultBrowserType'> = {
  viewport,
  userAgent,
  deviceScaleFactor,
  isMobile,
  hasTouch,
};

/** What is tried on both sizes, each in one scheme. */
export const PHONE_AND_DESKTOP: readonly (readonly [
  where: string,
  screen: Partial<PlaywrightTestOptions>,
])[] = [
  ['a phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ['a desktop, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
];
