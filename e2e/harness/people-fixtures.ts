/** @module Fixtures for the console's people screen: a device's people as its administrator sees them, another person's browser, and inviting. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './console-fixtures.ts';
import { ConsolePage, type LinkParts } from './console-page.ts';
import type { Device } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { goTo } from './places.ts';

/** The fixtures. */
interface PeopleFixtures {
  /** Opens the people of a device as its administrator. */
  readonly openPeople: (device: Device, parts?: LinkParts) => Promise<ConsolePage>;
  /** Opens an address in a new browser profile. */
  readonly openInNewProfile: (address: string) => Promise<ConsolePage>;
}

/** The test with these fixtures. */
export const peopleTest: ExtendedTest<typeof test, PeopleFixtures> = test.extend<PeopleFixtures>({
  openPeople: async ({ openLink }, use) => {
    await use(async (device, parts) => {
      const tab = await openLink(parts, device);
      await expect(tab.whoAmI).toContainText(parts?.u ?? device.username);
      await openTab(tab.page);
      return tab;
    });
  },
  openInNewProfile: async ({ browser }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (address) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(address);
      return new ConsolePage(page);
    });
    for (const context of contexts) await context.close();
  },
});

/** Opens the device's people screen. */
export async function openTab(page: Page): Promise<void> {
  await goTo(page, 'People');
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
}

/** A user of the device, as listed. */
export const person = (page: Page, username: string): Locator => page.getByTestId(`person-${username}`);

/** An unused user name, on a device that tests share. */
export const newName = (): string => `anna-${randomBytes(3).toString('hex')}`;

/** Fills the form. Returns the link that is shown once. Deployed devices do not list their roles. */
export async function invite(page: Page, username: string, role = 'Guest'): Promise<string> {
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const form = page.getByRole('form', { name: 'Invite a person' });
  await form.getByLabel('Name', { exact: true }).fill(username);
  const field = form.getByLabel('Role');
  await expect(field).toBeEnabled();
  if (await form.getByRole('combobox').isVisible()) await field.selectOption(role);
  else await field.fill(role);
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  const card = page.getByTestId('invitation');
  await expect(card.getByRole('heading', { name: `Invite for ${username}` })).toBeFocused();
  return await card.getByLabel('Link', { exact: true }).inputValue();
}
