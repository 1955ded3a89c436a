/** @module The site of the documentation as a reader sees it, built as for a release and served as plain files. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { overflowOf } from '../harness/accessibility.ts';
import { watchFaults } from '../harness/page-faults.ts';
import { startPageServer, type PageServer } from '../harness/page-server.ts';
import { runCommand } from '../../scripts/step.ts';

const PHONE = { viewport: { width: 390, height: 844 } } as const;

/** Reason: typedoc and VitePress read everything that is written here, on a machine that runs other tests meanwhile. */
const BUILD_MS = 240_000;

let folder: string;
let server: PageServer;

test.beforeAll(async () => {
  test.setTimeout(BUILD_MS);
  folder = mkdtempSync(join(tmpdir(), 'longwire-docs-site-'));
  expect(await runCommand('npm', ['run', '--silent', 'docs:build', '--', '--out', folder])).toBe(true);
  server = await startPageServer(folder);
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Records what must stay empty: the faults of a page, and failed responses. */
function watchPage(page: Page): readonly string[] {
  const wrong = watchFaults(page, server.url);
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return wrong;
}

test('the home page shows what Longwire is, its picture and how to start', async ({ page }) => {
  const wrong = watchPage(page);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Reach a remote device from any browser',
  );
  const picture = page.getByRole('img', { name: 'The console showing live video' });
  await expect
    .poll(async () => await picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText('npm ci && npm run demo')).toBeVisible();
  await page.getByRole('link', { name: 'Your own device in 30 lines' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your own device in 30 lines');
  expect(wrong).toEqual([]);
});

for (const [what, words, title, heading] of [
  ['a function of the API', 'createSession', 'createSession()', '@longwire/client'],
  ['a guide', 'thermometer lamp', 'Your own device in 30 lines', 'Your own device in 30 lines'],
  ['an option of device.toml', 'keep_warm', '[[camera]]', 'Options of a device: device.toml'],
  ['an error code', 'ERR_DEVICE_OFFLINE', 'Signaling close codes', 'Error codes'],
] as const)
  test(`the search finds ${what}`, async ({ page }) => {
    const wrong = watchPage(page);
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(words);
    await page.getByRole('option').filter({ hasText: title }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    expect(wrong).toEqual([]);
  });

test('the React examples run within the site', async ({ page }) => {
  const wrong = watchPage(page);
  await page.goto(`${server.url}/`);
  await page.getByRole('navigation').getByRole('link', { name: 'React examples' }).first().click();
  await page.getByRole('link', { name: 'useObserve' }).click();
  await expect(page.locator('.example')).toContainText('The light is off');
  expect(wrong).toEqual([]);
});

test.describe('on a phone', () => {
  test.use(PHONE);
  // Reason: every page of the site, one after the other.
  test.setTimeout(BUILD_MS);

  test('no page is wider than the screen, fails, or contacts another host', async ({ page }) => {
    const wrong = watchPage(page);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    );
    expect(pages.length).toBeGreaterThan(100);
    for (const file of pages) {
      await page.goto(`${server.url}/${file}`);
      expect.soft(await overflowOf(page), `${file}: overflow`).toBe(0);
    }
    expect(wrong).toEqual([]);
  });
});
