/** @module One transport for everything, whatever a description says: how browsers apply changed lines, and how the client judges them. */
import { launchFirefox } from '../harness/firefox.ts';
import { expect, test } from '../harness/fixtures.ts';
import type { Tried } from '../pages/try-descriptions.ts';

/** How many changed descriptions are tried in each browser. */
const TRIED = 240;
const SEED = Number(process.env['LONGWIRE_SEED'] ?? 15);

function expectHeld([plain, ...tried]: readonly Tried[]): void {
  expect(plain).toMatchObject({ transports: 1, isRefused: false, isFound: false });
  expect(tried).toHaveLength(TRIED);
  const several = tried.filter(({ transports = 0 }) => transports > 1);
  // Otherwise the test would show nothing.
  expect(several.length).toBeGreaterThan(TRIED / 10);
  expect(several.filter(({ isFound }) => !isFound)).toEqual([]);
  expect(several.filter(({ isRefused }) => !isRefused)).toEqual([]);
}

test('Chromium: each description that creates a second transport is refused before it is applied, and detected after', async ({
  openPage,
}) => {
  const page = await openPage();
  expectHeld(
    await page.evaluate(async ([seed, count]) => await window.tryDescriptions(seed, count), [
      SEED,
      TRIED,
    ] as const),
  );
});

test('Firefox: each description that creates a second transport is refused before it is applied, and detected after', async ({
  shared,
}) => {
  test.slow();
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    await page.goto(`${shared.pagesUrl}/test.html`);
    await page.waitForFunction(() => 'tryDescriptions' in window);
    expectHeld(
      await page.evaluate(async (seed, count) => await window.tryDescriptions(seed, count), SEED, TRIED),
    );
  } finally {
    await firefox.close();
  }
});
