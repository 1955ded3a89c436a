/** @module More tabs than a device allows sessions: a tab over the limit says so, waits, and disturbs no other tab. */
import type { BrowserContext } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';
import type { Service } from '../harness/service.ts';

base.use(PHONE);

/** Reason: a free session slot is noticed by the next attempt, a minute later at most. */
const SLOW_MS = 150_000;

interface Crowd {
  readonly service: Service;
  readonly device: Device;
}

const test = base.extend<{
  /** A device with this many session slots, limited by the device itself or by the service. */
  readonly crowd: (places: number, by: 'device' | 'service') => Promise<Crowd>;
  /** The first tab at the device, whose login makes the device store the browser's certificate. */
  readonly enter: (crowd: Crowd) => Promise<ConsolePage>;
}>({
  crowd: async ({ shared, start }, use) => {
    await use(async (places, by) => {
      if (by === 'device') {
        const args = ['--max-sessions', `${places}`];
        const options = { main: HARD_PRESSED_DEVICE, args };
        return { service: shared.service, device: await start.device(shared.service, 'longwire', options) };
      }
      const service = await start.service({ args: ['--max-clients-per-device', `${places}`] });
      return { service, device: await start.device(service, 'longwire') };
    });
  },
  enter: async ({ openPage }, use) => {
    await use(async ({ service, device }) => {
      const tab = new ConsolePage(await openPage(pairingLink(service.url, device)));
      await expect(tab.whoAmI).toContainText('admin');
      return tab;
    });
  },
});

/** Another tab of the same browser at the same address. */
async function openAnother(context: BrowserContext, { page }: ConsolePage): Promise<ConsolePage> {
  const other = new ConsolePage(await context.newPage());
  await other.page.goto(page.url());
  return other;
}

async function expectFull(tab: ConsolePage): Promise<void> {
  await expect(tab.failure).toHaveAttribute('data-failure', 'full');
  await expect(tab.failure).toContainText('The device takes no more connections for now.');
  await expect(tab.failure).toContainText('Close it in another tab');
  await expect(tab.failure.getByTestId('retry')).toBeVisible();
  await expect(tab.failure.getByRole('button')).toHaveText(['Try now']);
  expect(await tab.overflow()).toBe(0);
}

for (const by of ['device', 'service'] as const) {
  test(`with one session allowed by the ${by}, the second tab waits and connects when the first is closed`, async ({
    context,
    crowd,
    enter,
  }) => {
    test.setTimeout(SLOW_MS);
    const first = await enter(await crowd(1, by));
    const second = await openAnother(context, first);
    await expectFull(second);
    await first.page.reload();
    // The place is free for a moment, and either tab may take it.
    const inside = async (): Promise<readonly ConsolePage[]> => {
      const isInside = await Promise.all([first, second].map(async ({ whoAmI }) => whoAmI.isVisible()));
      return [first, second].filter((_, index) => isInside[index]);
    };
    await expect.poll(async () => (await inside()).length, { timeout: SLOW_MS }).toBe(1);
    const isFirstInside = (await inside()).includes(first);
    const [holder, waiting] = isFirstInside ? [first, second] : [second, first];
    await expectFull(waiting);
    await holder.page.close();
    await expect(waiting.whoAmI).toContainText('admin', { timeout: SLOW_MS });
    await waiting.expectMovingPicture();
  });
}

test('with two sessions allowed and three tabs, the third connects at once by its button when one is closed', async ({
  context,
  crowd,
  enter,
}) => {
  const first = await enter(await crowd(2, 'device'));
  const second = await openAnother(context, first);
  await expect(second.whoAmI).toContainText('admin');
  const third = await openAnother(context, first);
  await expectFull(third);
  await expect(first.whoAmI).toContainText('admin');
  await second.expectMovingPicture();
  await first.page.close();
  await third.failure.getByRole('button', { name: 'Try now' }).tap();
  await expect(third.whoAmI).toContainText('admin');
  await second.expectMovingPicture();
});
