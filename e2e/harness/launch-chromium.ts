/** @module The system's Chromium, started beside that of the tests. */
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM } from '../../scripts/system-browser.ts';

/** Starts one; it is installed where that is possible. */
export async function launchChromium(flags: readonly string[]): Promise<Browser> {
  return await chromium.launch({ executablePath: await CHROMIUM.ensure(), args: [...flags] });
}
