/** @module Takes pictures of the operators' part: the overview and its rates, a device, who is online, and the audit record. */
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { draw, SIZES } from '../harness/pictures.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

for (const [size, use] of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use(use);

    test('the operators’ part', async ({ openPage, page, start }) => {
      test.setTimeout(180_000);
      const service = await start.service();
      await addOperators(service, { ada: 'admin', vera: 'viewer' });
      const tab = await OperatorsPage.open(page, service);
      await tab.signIn('ada');
      await expect(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
      const tile = (name: string) => page.locator('.lw-rate').filter({ hasText: name });
      await expect(tile('Logins a minute').getByRole('img')).toHaveAccessibleName(/from 0 to 0/u);
      const device = await start.device(service, 'longwire');
      const client = await TestClient.create(
        await openPage(`${service.url}/test.html`),
        optionsFor(device, service.webSocketUrl),
      );
      await client.connect();
      await page.bringToFront();
      for (const name of ['Devices online', 'Sessions', 'Messages a second', 'Logins a minute']) {
        await expect(tile(name).getByRole('img')).toHaveAccessibleName(
          /: from 0 to (?:0\.)?[1-9][\d.,]*\.$/u,
        );
      }
      await draw(page, 'service', size);

      await tab.section('Online');
      await expect(tab.row('Devices online', device.deviceId)).toBeVisible();
      await draw(page, 'online', size);
      await tab.section('Audit record');
      await expect(tab.row('Audit record', 'A client asked for a connection').first()).toBeVisible();
      await draw(page, 'audit', size);
      await tab.section('Products');
      await page.getByRole('link', { name: device.productId }).click();
      await page.getByRole('link', { name: device.deviceId }).click();
      await expect(page.getByTestId('presence')).toContainText('Online');
      await draw(page, 'registered-device', size);
    });
  });
}
