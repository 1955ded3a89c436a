/** @module Screens while connecting: the search, a slow connection, a device that is off, and its return. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { close, listen } from '../../scripts/listening.ts';
import { PHONE_DARK } from '../harness/screens.ts';

const elapsedSeconds = async (page: Page): Promise<number> =>
  Number(/^(\d+\.\d) s$/u.exec((await page.getByTestId('elapsed').textContent()) ?? '')?.[1]);

const test = base.extend<{
  /** The address of a service that accepts every socket and never sends a message. */
  readonly silentService: string;
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  silentService: async ({}, use) => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    await use(`ws://127.0.0.1:${await listen(server)}`);
    for (const socket of sockets.clients) socket.terminate();
    await close(server);
  },
});

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  test('the search narrows the list of cards, reports when nothing matches, and shows all of them when cleared', async ({
    device,
    openPage,
    shared,
  }) => {
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    const remember = async (deviceId: string): Promise<void> => {
      const { hash } = new URL(pairingLink(shared.service.url, device, { d: deviceId }));
      await page.evaluate((to) => location.assign(to), hash);
      await expect(page.getByRole('heading', { name: deviceId })).toBeVisible();
      await expect(tab.failure).toHaveAttribute('data-failure', 'noSuchDevice');
    };
    for (const d of ['de-garden', 'de-attic', 'de-cellar', 'de-garage']) await remember(d);
    const search = page.getByRole('searchbox', { name: 'Search devices' });
    await page.getByRole('button', { name: 'All devices' }).click();
    const cards = page.getByTestId(/^device-/u);
    await expect(cards).toHaveCount(5);
    // Five are overlooked without a search.
    await expect(search).toHaveCount(0);
    await remember('de-shed');
    await page.getByRole('button', { name: 'All devices' }).click();
    await expect(cards).toHaveCount(6);
    await search.fill('ATTI');
    await expect(cards).toHaveCount(1);
    await expect(page.getByTestId('device-de-attic')).toBeVisible();
    await search.fill('attic shed');
    await expect(cards).toHaveCount(0);
    await expect(page.getByText('No device matches “attic shed”.')).toBeVisible();
    await expectFitsScreens(page);
    await expectFitsScreens(page);
    await search.fill('');
    await expect(cards).toHaveCount(6);
    await expect(page.getByText('No device matches')).toHaveCount(0);
  });

  test('while the service is silent, the current step is shown, and the seconds count', async ({
    device,
    openPage,
    shared,
    silentService,
  }) => {
    const page = await openPage(`${shared.service.url}/`);
    await new DoctorPage(page, shared.service.url).addByHand(device, silentService);
    const connecting = page.getByRole('region', { name: 'Connecting' });
    await expect(connecting.getByRole('status')).toContainText('Finding the device');
    await expect(connecting.getByRole('status')).toContainText('step 1 of 5');
    const first = await elapsedSeconds(page);
    await expect.poll(async () => await elapsedSeconds(page)).toBeGreaterThan(first + 1);
    await expectFitsScreens(page);
    await expect(connecting).toHaveAttribute('data-step', 'finding');
  });

  test('waiting for a silent service can be cancelled from the start, and possible causes are shown after a while', async ({
    device,
    openPage,
    shared,
    silentService,
  }) => {
    const page = await openPage(`${shared.service.url}/`);
    await page.clock.install();
    await new DoctorPage(page, shared.service.url).addByHand(device, silentService);
    const connecting = page.getByRole('region', { name: 'Connecting' });
    const back = connecting.getByRole('button', { name: 'Cancel' });
    const doctor = connecting.getByRole('button', { name: 'Find the problem' });
    await expect(back).toBeVisible();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await expect(doctor).toHaveCount(0);
    const before = await back.boundingBox();
    await page.clock.runFor(9000);
    await expect(connecting.getByText('Still finding the device: the service may be down')).toBeVisible();
    expect(await back.boundingBox()).toEqual(before);
    await page.clock.resume();
    await expectFitsScreens(page);
    await doctor.click();
    await expect(page).toHaveURL(/#\/doctor\//u);
    await page.goBack();
    await back.click();
    await expect(page.getByTestId(`device-${device.deviceId}`)).toBeVisible();
  });

  test('a first connection to a device that is off succeeds when it starts; later the console shows when it was last seen', async ({
    openPage,
    shared,
    start,
  }) => {
    // Reason: its own device starts three times.
    test.slow();
    const device = await start.device(shared.service, 'longwire');
    await device.child.kill();
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
    await expect(tab.failure).toContainText('Is it on, and does it have a network?');
    await expect(tab.failure).not.toContainText('Last seen');
    const second = start.child(await device.startAgain());
    await expect(tab.whoAmI).toHaveText('admin · Administrator', { timeout: 60_000 });

    await second.kill();
    await page.reload();
    await expect(tab.failure).toHaveAttribute('data-failure', 'offline');
    await expect(tab.failure).toContainText('Last seen just now.');
    await expectFitsScreens(page);
    start.child(await device.startAgain());
    await expect(tab.whoAmI).toHaveText('admin · Administrator', { timeout: 60_000 });
    await tab.expectMovingPicture();
  });
});
