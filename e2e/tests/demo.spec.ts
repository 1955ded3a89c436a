/** @module `npm run demo -- --narrow`, as a person uses it: the line is switched in the terminal, and the console shows how the picture adapts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Child } from '../harness/child.ts';
import { ConsolePage } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { DEMO, site } from '../harness/paths.ts';

/** Longest time for a change of the picture's size, in milliseconds; usually a tenth of it, but a busy machine looks like a busy line. */
const CHANGE_MS = 60_000;
const SMALL = 640;
const LARGE = 1280;
/** The notes of a line that is too narrow. */
const REDUCED = 'Reduced for your line';

interface DemoFixtures {
  /** A running demo behind a narrow line. */
  readonly demo: Child;
  /** The console, opened by the link that the demo has printed. */
  readonly tab: ConsolePage;
}

const demoTest = test.extend<DemoFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  demo: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'longwire-demo-'));
    const settings = ['PORT=0', `LONGWIRE_DEMO_DIRECTORY=${folder}`, `LONGWIRE_DEMO_CONSOLE=${site()}`];
    const demo = Child.withInput('demo', [DEMO, '--narrow'], ['/usr/bin/env', ...settings]);
    await use(demo);
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  },
  tab: async ({ demo, openPage }, use) => {
    const [, link = ''] = await demo.nextLine(/^ {2}(http\S+)$/u, CHANGE_MS);
    const page = await openPage(link);
    // A picture that is shown small gets the small stream for that reason.
    await page.setViewportSize({ width: 1600, height: 1000 });
    await use(new ConsolePage(page));
  },
});

// Reason: the line changes three times.
demoTest.setTimeout(5 * CHANGE_MS);

/** The width of the decoded picture. */
async function widthOf(page: Page): Promise<number> {
  return await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.videoWidth);
}

demoTest(
  'over the narrow line the demo’s picture is reduced and goes on, and over the wide one it is large',
  async ({ demo, tab }) => {
    const note = tab.page.getByTestId('live-note').first();
    const expectReduced = async (): Promise<void> => {
      await expect(note).toHaveText(REDUCED, { timeout: CHANGE_MS });
      await expect.poll(async () => await widthOf(tab.page), { timeout: CHANGE_MS }).toBe(SMALL);
      await tab.expectMovingPicture();
    };
    await expectReduced();

    const widened = demo.nextLine(/^The line is wide/u);
    demo.type('n');
    await widened;
    await expect.poll(async () => await widthOf(tab.page), { timeout: CHANGE_MS }).toBe(LARGE);
    await expect(note).not.toHaveText(REDUCED, { timeout: CHANGE_MS });
    await tab.expectMovingPicture();

    const narrowed = demo.nextLine(/^The line is narrow/u);
    demo.type('n');
    await narrowed;
    await expectReduced();
  },
);
