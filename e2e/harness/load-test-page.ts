/** @module The page with the client's API for tests. */
import type { Page } from '@playwright/test';

/** Loads it, and waits until its script has run: `goto` can return before. */
export async function loadTestPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/test.html`);
  await scriptRun(page);
}

/** Loads it again, and waits in the same way. */
export async function reloadTestPage(page: Page): Promise<void> {
  await page.reload();
  await scriptRun(page);
}

async function scriptRun(page: Page): Promise<void> {
  await page.waitForFunction(() => 'SessionProbe' in window);
}
