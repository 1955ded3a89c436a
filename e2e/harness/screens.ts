/** @module The screens that the console is tried on. */
import { devices } from '@playwright/test';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];

/** A phone, without the browser that Playwright names with it: a group of tests may not choose that. */
export const PHONE: Omit<(typeof devices)[string], 'defaultBrowserType'> = {
  viewport,
  userAgent,
  deviceScaleFactor,
  isMobile,
  hasTouch,
};
