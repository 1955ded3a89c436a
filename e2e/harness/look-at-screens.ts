/** @module Screens as axe sees them, in turn on a dark phone and on a light desktop. */
import { expect, type Page } from '@playwright/test';
import { accessibilityProblems, overflowOf } from './accessibility.ts';
import type { ScreenOn } from './console-screens.ts';

/** axe reads colours, which are the same for every size, and names, which are the same in every scheme: each state is seen in one of these. */
const LOOKS = [
  { name: 'phone, dark', size: { width: 412, height: 839 }, colorScheme: 'dark' },
  { name: 'desktop, light', size: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const;

/** Opens one after the other; on each, axe finds nothing, and nothing is wider than the screen. */
export async function lookAtScreens<On extends { readonly page: Page }>(
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
    expect.soft(await accessibilityProblems(page, (axe) => axe.setLegacyMode()), where).toEqual([]);
    expect.soft(await overflowOf(page), `${where}: overflow`).toBe(0);
  }
}
