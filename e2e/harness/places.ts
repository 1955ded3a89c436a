/** @module The places of a device in the console. */
import type { Page } from '@playwright/test';

/** Those that every user has under More. */
const UNDER_MORE: ReadonlySet<string> = new Set(['Requests', 'Terminal', 'Web', 'Connection']);

/** Goes to a place by its link; `isUnderMore` for one that this user's role does not have in the bar. */
export async function goTo(
  page: Page,
  place: string,
  isUnderMore: boolean = UNDER_MORE.has(place),
): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Sections of this device' });
  if (isUnderMore) await places.getByRole('button', { name: 'More', exact: true }).click();
  await places.getByRole('link', { name: place, exact: true }).click();
}
