/** @module The console at an old device, whose proof of its key is not bound to the connection. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ConsolePage, pairingLink } from './console-page.ts';
import type { Device, DeviceOptions, Kind } from './device.ts';
import type { Service } from './service.ts';

interface OldDeviceOptions {
  readonly service: Service;
  readonly openPage: (path?: string) => Promise<Page>;
  readonly start: { device(service: Service, kind: Kind, options?: DeviceOptions): Promise<Device> };
}

/** Starts an old device and opens it in the console, which verifies it by the password login of its link. */
export async function openOldDevice({
  service,
  openPage,
  start,
}: OldDeviceOptions): Promise<{ device: Device; tab: ConsolePage }> {
  const device = await start.device(service, 'deployed', { args: ['--unbound-token'] });
  const tab = new ConsolePage(await openPage(pairingLink(service.url, device)));
  await expect(tab.badge).toHaveText('Verified');
  return { device, tab };
}
