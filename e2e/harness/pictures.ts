/** @module How the pictures of docs/images are taken: two sizes, and a device with a name. */
import { join } from 'node:path';
import { expect, type Locator, type Page, type PlaywrightTestOptions } from '@playwright/test';
import { ConsolePage } from './console-page.ts';
import { ROOT } from './paths.ts';
import { PHONE } from './screens.ts';

/** The folder of the pictures. */
export const IMAGES: string = join(ROOT, 'docs/images');

/** The sizes of each screen's pictures. */
export const SIZES: readonly (readonly [size: string, use: Partial<PlaywrightTestOptions>])[] = [
  ['phone', { ...PHONE, deviceScaleFactor: 1.5, colorScheme: 'dark' }],
  ['desktop', { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, colorScheme: 'light' }],
];

/** Takes a picture of the page, and prints how many words a person sees on it. */
export async function draw(page: Page, name: string, size: string): Promise<void> {
  const path = join(IMAGES, 'screens', `${name}-${size}.jpg`);
  // Moves the pointer away, so that the last click leaves no hover effect.
  await page.mouse.move(1, 1);
  await page.screenshot({ path, quality: 75, type: 'jpeg', animations: 'disabled' });
  process.stdout.write(`${name}-${size}: ${await wordsIn(page.locator('body'))} words\n`);
}

/** How many words a person sees in a part of a page. */
export async function wordsIn(part: Locator): Promise<number> {
  const text = await part.evaluate((element: HTMLElement) => element.innerText);
  return text.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length;
}

/** Adds a device by its link and a name, on the page that adds devices, and connects as its administrator. */
export async function openDevice(page: Page, link: string, name: string): Promise<ConsolePage> {
  const tab = new ConsolePage(page);
  await addDevice(page, link, name);
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toContainText('admin');
  return tab;
}

/** Adds a device by its link and a name, without waiting for it; optionally through another service than the page's. */
export async function addDevice(page: Page, link: string, name: string, service?: string): Promise<void> {
  await page.getByLabel('Link', { exact: true }).fill(link);
  await page.getByText('Name and service address').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (service !== undefined) await page.getByLabel('Service address').fill(service);
  await page.getByRole('button', { name: 'Connect' }).click();
}
