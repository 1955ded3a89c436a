/** @module The places of a device in the console. */
import { expect, type Page } from '@playwright/test';

/** Goes to a place by its link, which is in the bar or under More, as the user's role has it. */
export async function goTo(page: Page, place: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Sections of this device' });
  const link = places.getByRole('link', { name: place, exact: true });
  if (!(await link.isVisible())) await places.getByRole('button', { name: 'More', exact: true }).click();
  await link.click();
}

/** Goes to the form for any request, which is folded under the controls. */
export async function goToRequests(page: Page): Promise<void> {
  await goTo(page, 'Controls');
  const path = page.getByLabel('Path', { exact: true });
  const fold = page.locator('summary', { hasText: 'Any request' });
  await expect(fold).toBeVisible();
  if ((await fold.locator('..').getAttribute('open')) === null) await fold.click();
  await expect(path).toBeVisible();
}
