/** @module Draws docs/images/console.png: the console on a desktop, with a verified device's live video. Run on demand only. */
import { join } from 'node:path';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { ROOT } from '../harness/paths.ts';

test.use({ viewport: { width: 1200, height: 760 }, deviceScaleFactor: 1.5, colorScheme: 'light' });

test('the console, live', async ({ device, openPage, shared }) => {
  const page = await openPage(`${shared.service.url}/#/add`);
  const tab = new ConsolePage(page);
  await page.getByLabel('Link', { exact: true }).fill(pairingLink(shared.service.url, device));
  await page.getByText('Name and service address').click();
  await page.getByLabel('Name', { exact: true }).fill('Front door');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toContainText('admin');
  await tab.expectMovingPicture();
  await page.screenshot({ path: join(ROOT, 'docs/images/console.png') });
});
