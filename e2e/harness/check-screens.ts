/** @module Checks screens with axe, alternating between a dark phone and a light desktop. */
import { expect, type Page } from '@playwright/test';
import { accessibilityProblems, overflowOf } from './accessibility.ts';
import type { ScreenOn } from './console-screens.ts';

/** axe checks colours, which are the same for every size, and names, which are the same in every scheme: one of these per state suffices. */
const LOOKS = [
  { name: 'phone, dark', size: { width: 412, height: 839 }, colorScheme: 'dark' },
  { name: 'desktop, light', size: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const;

/** Opens one after the other and asserts that axe finds nothing and nothing is wider than the screen. */
export async function checkScreens<On extends { readonly page: Page }>(
  stage: On,
  screens: readonly ScreenOn<On>[],
): Promise<void> {
  const { page } = stage;
  for (const [index, [name, open]] of screens.entries()) {
    const look = LOOKS[index % LOOKS.length] ?? LOOKS[0];
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await open(stage);
    const where = `${name} (${look.name})`;
    expect.soft(await accessibilityProblems(page), where).toEqual([]);
    expect.soft(await overflowOf(page), `${where}: overflow`).toBe(0);
  }
}
