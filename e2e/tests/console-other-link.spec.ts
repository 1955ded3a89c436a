/** @module What a link changes of a device that is known: nothing that works, before what the link brings has worked. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';

/** The token of a device as this browser keeps it, and the one that is to be tried. */
async function tokensOf({ page }: ConsolePage, deviceId: string): Promise<unknown> {
  return await page.evaluate(async (deviceId) => {
    const opening = indexedDB.open('longwire');
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    const all = opening.result.transaction('devices').objectStore('devices').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    const row = all.result.find((each) => each.deviceId === deviceId);
    return { kept: row?.sct, offered: row?.offered?.sct };
  }, deviceId);
}

for (const { what, sct } of [
  { what: 'that is no longer valid', sct: 'lw_not_valid_any_more' },
  { what: 'that is missing', sct: undefined },
])
  test(`a link with a token ${what}: the device is there by the one that works`, async ({
    device,
    openPage,
    shared,
  }) => {
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await expect(tab.whoAmI).toContainText('admin');
    await page.getByRole('button', { name: 'All devices' }).click();
    const { productId: p, deviceId: d } = device;
    const link = new URLSearchParams({ p, d, ...(sct === undefined ? {} : { sct }) });
    await page.goto(`${shared.service.url}/#${link}`);
    await expect(tab.whoAmI).toContainText('admin');
    await expect(tab.badge).toHaveText('Verified');
    await expect.poll(async () => await tokensOf(tab, d)).toEqual({ kept: device.sct, offered: undefined });
    await page.reload();
    await expect(tab.whoAmI).toContainText('admin');
  });
