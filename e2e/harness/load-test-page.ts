/** @module The page with the client's API for tests. */
import { expect, type Page } from '@playwright/test';

/** The pages that were loaded. */
const pages = new Set<Page>();

/** Time limit for one try, in milliseconds. */
const SCRIPT_MS = 15_000;

/** Loads it, and waits until its script has run: `goto` can return before. */
export async function loadTestPage(page: Page, origin: string): Promise<void> {
  await untilScriptRan(page, async () => await page.goto(`${origin}/test.html`));
  pages.add(page);
}

/**
 * Ends the connections and sessions of all test pages that are open. Returns what they leave: calls that have not settled, sockets and
 * peer connections. Called before the pages are closed.
 */
export async function leftInPages(): Promise<readonly string[]> {
  const open = [...pages].filter((page) => !page.isClosed());
  pages.clear();
  // The page may be another by now, or of an older version.
  const left = await Promise.all(
    open.map(async (page) => await page.evaluate(() => ('endAll' in window ? window.endAll() : []))),
  );
  return left.flat();
}

/** Loads it again, and waits in the same way. */
export async function reloadTestPage(page: Page): Promise<void> {
  await untilScriptRan(page, async () => await page.reload());
}

/** Chromium drops what it is loading when another test makes a network (ERR_NETWORK_CHANGED): then it is loaded again. */
async function untilScriptRan(page: Page, load: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await load();
    await page.waitForFunction(() => 'SessionProbe' in window, undefined, { timeout: SCRIPT_MS });
  }).toPass();
}
