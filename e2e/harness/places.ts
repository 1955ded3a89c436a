/** @module The places of a device in the console. */
import type { Page } from '@playwright/test';

/** Goes to a place by its link, which is in the bar or under More, as the user's role has it. */
export async function goTo(page: Page, place: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Sections of this device' });
  const link = places.getByRole('link', { name: place, exact: true });
  if (!(await link.isVisible())) await places.getByRole('button', { name: 'More', exact: true }).click();
  await link.click();
}
