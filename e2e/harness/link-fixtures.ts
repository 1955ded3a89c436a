/** @module Fixtures of tests with broken networks: a service, a relay, a device and a browser on separate machines that reach each other. */
import { test as base, type Page } from '@playwright/test';
import { Child } from './child.ts';
import { OPEN_FLAGS } from './chromium-flags.ts';
import { startDevice, type Device, type Kind } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { Link } from './link.ts';
import { openTestPage, startMachines } from './machines.ts';
import { expectNothingLeftInPages, oracles } from './oracles.ts';
import { SERVER_ADDRESS } from './namespace.ts';
import { CLASSIC_PROXY } from './paths.ts';
import type { TurnServer } from './turn-server.ts';

/** Everything that one test uses. */
export interface LinkWorld {
  readonly turn: TurnServer;
  readonly device: Device;
  /** Where clients connect. */
  readonly signalingUrl: string;
  readonly page: Page;
  /** The browser's link to everything else. */
  readonly link: Link;
}

type LinkTest = ExtendedTest<typeof base, { readonly kind: Kind; readonly world: LinkWorld }>;

/** Playwright's test with this fixture. */
export const test: LinkTest = base.extend<{
  readonly kind: Kind;
  readonly world: LinkWorld;
  readonly oracles: void;
}>({
  oracles: [...oracles],
  kind: ['longwire', { option: true }],
  world: async ({ kind }, use) => {
    await using cleanUp = new AsyncDisposableStack();
    const { networks, turn, service, browser } = await startMachines(cleanUp, {
      isForwarding: true,
      relayArgs: (started) => ['--turn-urls', started.url('udp')],
      browserFlags: () => OPEN_FLAGS,
    });
    const device = await startDevice(service, kind, { within: networks.device.within });
    cleanUp.defer(async () => await device.child.stop());
    let signalingUrl = service.webSocketUrl;
    if (kind === 'deployed') {
      const args = [CLASSIC_PROXY, SERVER_ADDRESS, service.webSocketUrl];
      const proxy = new Child('classic proxy', args, [], networks.server.within);
      cleanUp.defer(async () => await proxy.stop());
      [, signalingUrl = ''] = await proxy.nextLine(/^classic proxy at (\S+)$/u);
    }
    const page = await openTestPage(browser);
    const link = new Link(networks);
    await use({ turn, device, signalingUrl, page, link });
    await expectNothingLeftInPages();
  },
});

export { expect } from '@playwright/test';
