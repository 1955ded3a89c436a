/** @module The system's Chromium, started besides the one of the tests. */
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM } from '../../scripts/system-browser.ts';

/** Starts one, if it is installed. */
export async function launchChromium(flags: readonly string[]): Promise<Browser> {
  return await chromium.launch({ executablePath: await CHROMIUM.ensure(), args: [...flags] });
}
