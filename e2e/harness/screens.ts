/** @module The screens that the console is tested on. */
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

/** A phone at night. */
export const PHONE_DARK: Partial<PlaywrightTestOptions> = { ...PHONE, colorScheme: 'dark' };
