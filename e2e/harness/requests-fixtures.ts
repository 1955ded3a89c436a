/** @module Fixtures for the console's requests of a device, written and read as a person does. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './console-fixtures.ts';
import type { ConsolePage } from './console-page.ts';
import type { ExtendedTest } from './extended-test.ts';
import { goToRequests } from './places.ts';

/** The fixtures. */
interface RequestsFixtures {
  /** Opens the requests of the device as its administrator. */
  readonly openRequests: () => Promise<ConsolePage>;
}

/** The test with these fixtures. */
export const requestsTest: ExtendedTest<typeof test, RequestsFixtures> = test.extend<RequestsFixtures>({
  openRequests: async ({ openLink }, use) => {
    await use(async () => {
      const tab = await openLink();
      await expect(tab.whoAmI).toHaveText('admin · Administrator');
      await goToRequests(tab.page);
      return tab;
    });
  },
});

/** The answer's status. */
export const status = (page: Page): Locator => page.getByTestId('answer-status');

/** The answer's body. */
export const body = (page: Page): Locator => page.getByTestId('answer-body');

/** Types the request, without a payload. */
export async function write(page: Page, method: string, path: string): Promise<void> {
  await page.getByLabel('Method').selectOption(method);
  await page.getByLabel('Path').fill(path);
}

/** Types the payload. */
export async function writePayload(page: Page, format: string, text: string): Promise<void> {
  await page.getByLabel('Payload', { exact: true }).selectOption(format);
  await page.getByLabel('Payload text').fill(text);
}
