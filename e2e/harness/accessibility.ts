/** @module The violations that axe finds on a page, and horizontal overflow; on several screens as well. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { PHONE } from './screens.ts';

/**
 * Violations found by axe in the page's own frame, one line each; `tune` narrows the search. Reason for the legacy mode: otherwise each
 * search opens a page of its own to put together what is in all frames.
 */
export async function accessibilityProblems(
  page: Page,
  tune: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await tune(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}

/** By how many pixels the content is wider than the screen. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** What a page has to fit: a phone at night, and a desktop. */
const SCREENS = [
  { size: PHONE.viewport, colorScheme: 'dark' },
  { size: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const;

/** Expects of a page that axe finds no violations and nothing is wider than the screen, on each of {@link SCREENS}; then the page has its own again. */
export async function expectFitsScreens(page: Page): Promise<void> {
  const own = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const { size, colorScheme } of SCREENS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await untilColorsChanged(page);
    expect(await accessibilityProblems(page), `${size.width} pixels, ${colorScheme}`).toEqual([]);
    expect(await overflowOf(page), `wider than ${size.width} pixels`).toBe(0);
  }
  if (own !== null) await page.setViewportSize(own);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** A color between two has a contrast of its own. */
async function untilColorsChanged(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(async ({ finished }) => await finished));
  });
}
