/** @module The processes that a browser's pages run in. */
import type { Browser } from '@playwright/test';

/** Their numbers now; one of a page that was closed ends when it likes. */
export async function rendererPids(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []));
}
