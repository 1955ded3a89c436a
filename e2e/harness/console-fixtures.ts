/** @module Fixtures of the console's tests: the console of a device in a tab, opened by its pairing link. */
import { ConsolePage, pairingLink, type LinkParts } from './console-page.ts';
import type { Device } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { test as base } from './fixtures.ts';

interface ConsoleFixtures {
  /** Opens a pairing link of the device, or of another device, in a new tab. */
  readonly openLink: (parts?: LinkParts, device?: Device) => Promise<ConsolePage>;
}

/** The tests' `test` with this fixture. */
export const test: ExtendedTest<typeof base, ConsoleFixtures> = base.extend<ConsoleFixtures>({
  openLink: async ({ device, openPage, shared }, use) => {
    await use(
      async (parts, other) =>
        new ConsolePage(await openPage(pairingLink(shared.service.url, other ?? device, parts))),
    );
  },
});

export { expect } from '@playwright/test';
