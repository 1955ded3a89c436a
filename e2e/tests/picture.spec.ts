/** @module Takes the pictures in docs/images: the console's screens on a phone and on a desktop. Runs on demand only. */
import { join } from 'node:path';
import { pairingLink, type ConsolePage } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { STREAM_DEVICE } from '../harness/paths.ts';
import { draw, IMAGES, openDevice, SIZES } from '../harness/pictures.ts';
import { WebSite } from '../harness/web-site.ts';
import { goTo, goToRequests } from '../harness/places.ts';

const siteTest = test.extend<{ readonly site: WebSite }>({
  // A device's page is loaded through a service worker.
  serviceWorkers: 'allow',
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  site: async ({}, use) => {
    const site = await WebSite.start();
    await use(site);
    await site.stop();
  },
});

/** How long the picture runs before the charts of the connection have something to show, in milliseconds. */
const SHOWN_S = 25;

async function expectShownFor(tab: ConsolePage, seconds: number): Promise<void> {
  const shown = async (): Promise<number> =>
    await tab.video.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(shown, { timeout: 60_000 }).toBeGreaterThan(seconds);
}

test.describe('for the README', () => {
  test.use({ viewport: { width: 1200, height: 760 }, deviceScaleFactor: 1.5, colorScheme: 'light' });

  test('the console, live', async ({ device, openPage, shared }) => {
    const page = await openPage(`${shared.service.url}/#/add`);
    const tab = await openDevice(page, pairingLink(shared.service.url, device), 'Front door');
    await tab.expectMovingPicture();
    await page.screenshot({ path: join(IMAGES, 'console.png') });
  });
});

for (const [size, use] of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use(use);

    siteTest('every screen', async ({ device, openPage, shared, site, start }) => {
      siteTest.setTimeout(180_000);
      const args = ['--tcp-port', String(site.port), '--files', '/tmp'];
      const workshop = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
      const boathouse = await start.device(shared.service, 'longwire');
      const page = await openPage(`${shared.service.url}/#/add`);
      const shot = async (name: string): Promise<void> => await draw(page, name, size);
      const section = async (name: string): Promise<void> => await goTo(page, name);
      const openHash = async (hash: string): Promise<void> => {
        await page.evaluate((to) => void (location.hash = to), hash);
      };

      await page.getByLabel('Link', { exact: true }).fill(pairingLink(shared.service.url, device));
      await shot('add');
      const tab = await openDevice(page, pairingLink(shared.service.url, device), 'Front door');
      await tab.expectMovingPicture();
      await shot('live');
      // Its charts start at the first visit.
      await section('Connection');
      await section('Live');
      await expectShownFor(tab, SHOWN_S);
      await section('Controls');
      await page.getByRole('switch', { name: 'Light' }).check();
      await expect(page.getByRole('listitem').filter({ hasText: 'Temperature' })).toContainText('°C');
      await shot('controls');
      await page.getByRole('button', { name: 'Run: Ring the bell' }).click();
      await page.getByRole('button', { name: 'Ring the bell', exact: true }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Ring the bell' })).toContainText('Done');
      await section('Activity');
      await expect(page.getByTestId('event-notification').first()).toContainText('Someone rings the bell');
      await shot('activity');
      await goToRequests(page);
      await page.getByLabel('Path').fill('/iam/me');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByTestId('answer-body')).toContainText('Administrator');
      await shot('requests');
      await section('People');
      await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
      await shot('people');
      await section('Connection');
      await expect(page.getByTestId('chart-receiveBitsPerSecond')).toContainText(/received [\d.]+/u);
      await shot('connection');

      await openHash('#/add');
      await openDevice(page, pairingLink(shared.service.url, boathouse), 'Boathouse');
      await tab.expectMovingPicture();
      await openHash('#/add');
      await openDevice(page, pairingLink(shared.service.url, workshop), 'Workshop');
      await section('Terminal');
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await page.getByRole('textbox', { name: 'Terminal input' }).focus();
      await page.keyboard.type('uname -sm\n');
      await expect(page.locator('.xterm-rows')).toContainText('Linux');
      await shot('terminal');
      await section('Web');
      await expect(
        page.frameLocator('.lw-web-frame').frameLocator('iframe').getByRole('heading', { name: 'Garden' }),
      ).toBeVisible();
      await shot('web');

      await page.getByRole('button', { name: 'All devices' }).click();
      await expect(page.getByTestId('presence').first()).toContainText('Reachable');
      await shot('devices');
      await openHash('#/wall');
      await expect(page.locator('[data-testid^="tile-"] [data-phase="playing"]')).toHaveCount(2);
      await shot('wall');
      await openHash('#/settings');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shot('settings');
    });
  });
}
