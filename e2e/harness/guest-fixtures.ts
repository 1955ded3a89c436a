/** @module Fixtures for tabs that leave and return: a guest of a device, the guest's tab, and the owner's with unsent input. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { test as consoleTest } from './console-fixtures.ts';
import { expect } from './fixtures.ts';
import type { ConsolePage, LinkParts } from './console-page.ts';
import type { Device } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { useFrozenTabs, type FrozenTabs } from './frozen-tabs.ts';
import type { TestClient } from './test-client.ts';
import { goToRequests } from './places.ts';

/** Reason: each test starts its own device, has to notice the loss, and waits for a retry after a back-off. */
export const SLOW_MS = 120_000;

/** A user without a browser yet. */
interface Guest {
  readonly parts: LinkParts;
  /** Certificates by which the device recognises the guest. */
  readonly certificates: () => Promise<number>;
}

/** The fixtures. */
interface GuestFixtures {
  readonly admin: TestClient;
  /** A user created for the test, with a password and no browser yet. */
  readonly guest: Guest;
  /** The guest's tab, once the device has stored the guest's certificate. */
  readonly guestTab: ConsolePage;
  /** The owner's tab at the test's own device, with a request typed. */
  readonly openOwn: () => Promise<{ readonly tab: ConsolePage; readonly device: Device }>;
  readonly tabs: FrozenTabs;
}

/** The test with these fixtures. */
export const test: ExtendedTest<typeof consoleTest, GuestFixtures> = consoleTest.extend<GuestFixtures>({
  admin: async ({ connectClient, device }, use) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    await use(admin);
  },
  guest: async ({ admin }, use) => {
    const { username, password } = await admin.createUser(
      `guest-${randomBytes(4).toString('hex')}`,
      'Standard',
    );
    await use({
      parts: { u: username, pwd: password },
      certificates: async () =>
        await admin.page.evaluate(async (name) => {
          const { Fingerprints = [] } = await window.probe.connection.iam.getUser(name);
          return Fingerprints.length;
        }, username),
    });
  },
  guestTab: async ({ guest, openLink }, use) => {
    const tab = await openLink(guest.parts);
    await expect(tab.whoAmI).toContainText('guest-');
    await use(tab);
  },
  openOwn: async ({ openLink, shared, start }, use) => {
    await use(async () => {
      const device = await start.device(shared.service, 'longwire');
      const tab = await openLink({}, device);
      await expect(tab.whoAmI).toContainText('admin');
      await typeRequest(tab.page);
      return { tab, device };
    });
  },
  tabs: useFrozenTabs,
});

/** Types a request without sending it. */
export async function typeRequest(page: Page): Promise<void> {
  await goToRequests(page);
  await page.getByLabel('Path', { exact: true }).fill('/typed/and/not/sent');
}

/** The typed request is still shown. */
export async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/typed/and/not/sent');
}

/** The devices in the list. */
export const cardsOf = (page: Page): Locator => page.locator('[data-testid^="device-"]');

/** How many connections the page has open. */
export const openPeers = async (page: Page): Promise<number> =>
  await page.evaluate(() => window.instruments.openPeers());

export { expect } from '@playwright/test';
