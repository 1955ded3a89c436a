/** @module The fixtures of the tests whose networks break: a service, a relay, a device and a browser on machines of their own that reach each other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  test as base,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { Child } from './child.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';
import { startDevice, type Device, type Kind } from './device.ts';
import { answerFor, launchWithin, PAGE_ORIGIN } from './link-browser.ts';
import { Link } from './link.ts';
import { BROWSER_GATEWAY, Networks, SERVER_ADDRESS } from './namespace.ts';
import { CLASSIC_PROXY, site } from './paths.ts';
import { Service } from './service.ts';
import { TurnServer } from './turn-server.ts';

/** Everything that one test has. */
export interface LinkWorld {
  readonly turn: TurnServer;
  readonly device: Device;
  /** Where clients connect. */
  readonly signalingUrl: string;
  readonly page: Page;
  /** The browser's way to everything else. */
  readonly link: Link;
}

type LinkTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { readonly kind: Kind; readonly world: LinkWorld },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/** Playwright's test with the fixture above. */
export const test: LinkTest = base.extend<{ readonly kind: Kind; readonly world: LinkWorld }>({
  kind: ['longwire', { option: true }],
  world: async ({ kind }, use) => {
    await using cleanUp = new AsyncDisposableStack();
    const directory = mkdtempSync(join(tmpdir(), 'longwire-link-'));
    cleanUp.defer(() => rmSync(directory, { recursive: true, force: true }));
    const networks = cleanUp.adopt(new Networks({ isForwarding: true }), (made) => made.stop());
    const { within } = networks.server;
    const turn = await TurnServer.start(SERVER_ADDRESS, within);
    cleanUp.defer(async () => await turn.stop());
    const service = await Service.start({
      host: SERVER_ADDRESS,
      within,
      args: ['--turn-urls', turn.url('udp'), '--turn-secret-file', turn.secretFile],
    });
    cleanUp.defer(async () => await service.stop());
    const device = await startDevice(service, kind, { within: networks.device.within });
    cleanUp.defer(async () => await device.child.stop());
    let signalingUrl = service.webSocketUrl;
    if (kind === 'deployed') {
      const args = [CLASSIC_PROXY, SERVER_ADDRESS, service.webSocketUrl];
      const proxy = new Child('classic proxy', args, [], within);
      cleanUp.defer(async () => await proxy.stop());
      [, signalingUrl = ''] = await proxy.nextLine(/^classic proxy at (\S+)$/u);
    }
    const flags = [...CHROMIUM_FLAGS, '--disable-features=WebRtcHideLocalIpsWithMdns'];
    const browser = await launchWithin({ within: networks.browser.within, directory, flags });
    cleanUp.defer(async () => await browser.close());
    const page = await browser.newPage();
    await answerFor(page, site());
    await page.goto(`${PAGE_ORIGIN}/test.html`);
    await page.waitForFunction(() => 'SessionProbe' in window);
    const link = new Link(networks.browser, BROWSER_GATEWAY);
    await use({ turn, device, signalingUrl, page, link });
  },
});

export { expect } from '@playwright/test';
