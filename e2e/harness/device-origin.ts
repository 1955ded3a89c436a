/** @module The origins of two devices' own pages, and their pages in frames. */
import type { Frame, Page } from '@playwright/test';
import { deviceLabel } from '@longwire/protocol';
import { PRODUCT_ID, type Service } from './service.ts';

/** The path on a device's origin whose page frames the device's own. */
export const PAGE_PATH = '/.longwire/page.html';

/** The label of a device. */
export const ONE: string = deviceLabel(PRODUCT_ID, 'de-one');

/** The label of another. */
export const TWO: string = deviceLabel(PRODUCT_ID, 'de-two');

/** The console's address by host name: `localhost` and `127.0.0.1` are both this machine. */
export const consoleUrl = (service: Service): string => service.url.replace('127.0.0.1', 'localhost');

/** The origin of the device with this label. */
export const originOf = (service: Service, label: string, base = 'localhost'): string =>
  `http://${label}.${base}:${new URL(service.url).port}`;

/** Shows a device's page in a frame. Undefined when the browser shows something else instead. */
export async function frame(page: Page, origin: string): Promise<Frame | undefined> {
  return await frameAddress(page, origin + PAGE_PATH);
}

/** Shows an address in a frame. Undefined when the browser shows something else instead. */
export async function frameAddress(page: Page, address: string): Promise<Frame | undefined> {
  const element = await page.evaluateHandle(async (src) => {
    const made = document.createElement('iframe');
    const loaded = new Promise((resolve) => made.addEventListener('load', resolve));
    made.src = src;
    document.body.append(made);
    await loaded;
    return made;
  }, address);
  const shown = await element.contentFrame();
  return shown?.url() === address ? shown : undefined;
}
