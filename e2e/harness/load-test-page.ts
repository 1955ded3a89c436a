/** @module The page with the client's API for tests. */
import type { Page } from '@playwright/test';

/** Loads it, and waits until its script has run: `goto` can return before. */
export async function loadTestPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/test.html`);
  await page.waitForFunction(() => 'SessionProbe' in window);
}
