/** @module Fixtures for a device's own web page: devices with a site behind them, and the console's Web tab. */
import type { Frame, FrameLocator } from '@playwright/test';
import { ConsolePage, pairingLink } from './console-page.ts';
import type { Device } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { expect, test } from './fixtures.ts';
import { STREAM_DEVICE } from './paths.ts';
import type { Service } from './service.ts';
import { WebSite } from './web-site.ts';
import { goTo } from './places.ts';

/** A device with its own site. */
export interface SiteDevice {
  readonly site: WebSite;
  readonly device: Device;
}

/** The fixtures. */
interface WebFixtures {
  /** Starts a device with a site, at the tests' service or at another. */
  readonly makeDevice: (service?: Service) => Promise<SiteDevice>;
  /** Opens a device's page in the console of the tests' service, or in the console at another address. */
  readonly openWeb: (device: Device, url?: string) => Promise<ConsolePage>;
}

/** The test with these fixtures. */
export const webTest: ExtendedTest<typeof test, WebFixtures> = test.extend<WebFixtures>({
  // A device's page is loaded through a service worker.
  serviceWorkers: 'allow',
  makeDevice: async ({ start, shared }, use) => {
    const sites: WebSite[] = [];
    await use(async (service = shared.service) => {
      const site = await WebSite.start();
      sites.push(site);
      const args = ['--tcp-port', String(site.port), '--files', '/tmp'];
      const device = await start.device(service, 'longwire', { main: STREAM_DEVICE, args });
      return { site, device };
    });
    for (const site of sites) await site.stop();
  },
  openWeb: async ({ shared, openPage }, use) => {
    await use(async (device, url = shared.service.url) => {
      const page = await openPage(pairingLink(url, device));
      const tab = new ConsolePage(page);
      await expect(tab.whoAmI).toHaveText('admin · Administrator');
      await goTo(page, 'Web');
      return tab;
    });
  },
});

/** The device's page: the inner of two frames. */
export const pageOf = ({ page }: ConsolePage): FrameLocator =>
  page.frameLocator('.lw-web-frame').frameLocator('iframe');

/** The frame of the device's page, once it shows this heading. */
export async function frameOf(tab: ConsolePage, heading = 'Garden'): Promise<Frame> {
  await expect(pageOf(tab).getByRole('heading', { name: heading })).toBeVisible();
  const frame = tab.page.frames().find((each) => {
    const { pathname, hostname } = new URL(each.url());
    // The console itself may be on such a host.
    const isInside = each.parentFrame() !== null;
    return isInside && hostname.endsWith('.localhost') && !pathname.startsWith('/.longwire/');
  });
  if (frame === undefined) throw new Error('the device shows no page');
  return frame;
}
