/** @module The overview of the operators' part: its numbers and charts follow what happens. */
import type { Route } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

// Reason: a device and two clients connect and leave, and each minute's chart has to follow.
test.describe.configure({ timeout: 180_000 });

const aMinuteOn = (at: string): string => new Date(Date.parse(at) + 61_000).toISOString();

/** The service's answer, as if a minute had passed. */
async function aMinuteLater(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replace(/(?<="at":")[^"]+/u, aMinuteOn);
  await route.fulfill({ response, body });
}

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  test('the numbers of the overview follow what happens, and the charts record it', async ({
    start,
    page,
    openPage,
  }) => {
    const service = await start.service();
    await addOperators(service, { vera: 'viewer' });
    const tab = await OperatorsPage.open(page, service);
    await tab.signIn('vera');
    const tile = (name: string) => page.locator('.lw-rate').filter({ hasText: name });
    const number = (name: string) => tile(name).locator('.lw-rate-number');
    const line = (name: string) => tile(name).getByRole('img');
    const rates = ['Messages a second', 'Logins a minute', 'Refused a minute'];
    for (const name of ['Devices online', 'Sessions', ...rates]) await expect(number(name)).toHaveText('0');
    for (const name of rates)
      await expect(line(name)).toHaveAccessibleName(`${name} in the last minutes: from 0 to 0.`);

    const device = await start.device(service, 'longwire');
    await expect(number('Devices online')).toHaveText('1');
    // One login is one a minute, also while only seconds of that minute have passed.
    await expect(number('Logins a minute')).toHaveText('1');
    const partialMinute = page.getByText(/have been counted for \d+ s: a full minute is not over yet/u);
    await expect(partialMinute).toBeVisible();
    const clientOf = async (sct: string) =>
      await TestClient.create(await openPage(`${service.url}/test.html`), {
        ...optionsFor(device, service.webSocketUrl),
        sct,
      });
    const client = await clientOf(device.sct);
    await client.connect();
    await expect(number('Sessions')).toHaveText('1');
    const stranger = await clientOf(`lw_${randomUUID()}`);
    await expect(stranger.connect()).rejects.toThrow();
    for (const name of rates)
      await expect(line(name)).toHaveAccessibleName(/: from 0 to (?:0\.)?[1-9][\d.,]*\.$/u);
    await expect(number('Messages a second')).toHaveText('0');
    await expect(number('Refused a minute')).toHaveText('1');
    await expect(
      page.getByRole('region', { name: 'Refused in the last 24 hours' }).getByRole('listitem'),
    ).toHaveCount(1, {
      timeout: 30_000,
    });
    // The device and the client; a slow one may try twice.
    await expect(number('Logins a minute')).toHaveText(/^[2-9]$/u);
    await page.route('**/live/counts', aMinuteLater);
    for (const name of rates) await expect(number(name)).toHaveText('0');
    await expect(partialMinute).toHaveCount(0);
    await client.page.close();
    await expect(number('Sessions')).toHaveText('0');
    await device.child.kill();
    await expect(number('Devices online')).toHaveText('0');
    await expect(line('Devices online')).toHaveAccessibleName(/: from 0 to 1\.$/u);
    await expectFitsScreens(page);
  });
});
